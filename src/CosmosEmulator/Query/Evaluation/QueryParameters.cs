using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>The values given for a query's @names.</summary>
internal sealed class QueryParameters
{
    private readonly Dictionary<string, CosmosValue> _values;

    public QueryParameters(IEnumerable<KeyValuePair<string, CosmosValue>> values) =>
        _values = new Dictionary<string, CosmosValue>(values, StringComparer.Ordinal);

    public static QueryParameters None { get; } = new([]);

    /// <summary>Finds a value by its name, which includes the @. A parameter may be there and undefined.</summary>
    public bool TryGet(string name, out CosmosValue value) => _values.TryGetValue(name, out value);
}
