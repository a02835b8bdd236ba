namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>A property that documents are sorted by.</summary>
internal readonly record struct SortPath(PropertyPath Path, bool IsDescending);
