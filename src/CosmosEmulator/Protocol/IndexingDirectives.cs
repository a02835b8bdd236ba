namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>Values of <see cref="CosmosHeaders.IndexingDirective"/>.</summary>
internal static class IndexingDirectives
{
    /// <summary>Queries do not find the item by its properties.</summary>
    public const string Exclude = "Exclude";

    /// <summary>What a refusal calls it.</summary>
    public const string ExcludeFeature = "An item that is left out of the index (the indexing directive Exclude)";
}
