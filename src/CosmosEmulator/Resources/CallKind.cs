namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>How a call is counted: the words are those of the admin API.</summary>
internal enum CallKind
{
    Metadata,
    Plan,
    Data,
}
