using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A property and the values that are asked for.</summary>
internal sealed record IndexLookup(PropertyPath Path, IReadOnlyList<ScalarValue> Values);
