using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>The values given for a query's @names.</summary>
internal sealed class QueryParameters
{
    private readonly Dictionary<string, JsonElement> _values;

    public QueryParameters(IEnumerable<KeyValuePair<string, JsonElement>> values) =>
        _values = new Dictionary<string, JsonElement>(values, StringComparer.Ordinal);

    public static QueryParameters None { get; } = new([]);

    /// <summary>Finds a value by its name, which includes the @.</summary>
    public bool TryGet(string name, out JsonElement value) => _values.TryGetValue(name, out value);
}
