namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>What a filter demands of one property, which an index answers.</summary>
internal abstract record IndexLookup(PropertyPath Path);

/// <summary>The property has one of some values.</summary>
internal sealed record ValueLookup(PropertyPath Path, IReadOnlyList<CosmosValue> Values) : IndexLookup(Path);

/// <summary>The property has a value of a kind, numbers or strings, between two bounds.</summary>
/// <param name="Min">Null for no bound.</param>
/// <param name="Max">Null for no bound.</param>
internal sealed record RangeLookup(PropertyPath Path, CosmosValueKind Kind, RangeBound? Min, RangeBound? Max) : IndexLookup(Path);

/// <param name="IsIncluded">Whether the value itself is in the range.</param>
internal readonly record struct RangeBound(CosmosValue Value, bool IsIncluded);
