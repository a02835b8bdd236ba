namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>How deep arrays and objects of the JSON of queries and their documents may be nested.</summary>
internal static class JsonDepth
{
    public const int Max = 256;
}
