using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>
/// What the indexing policy of a container lets a query sort by. All properties can be looked up, whatever it is; only ORDER BY
/// needs an index in the service.
/// </summary>
/// <param name="json">The policy, checked.</param>
internal sealed class IndexingPolicy(JsonObject json)
{
    private const string Root = "/*";
    private const string Etag = "/\"_etag\"/?";
    private const string Mode = "indexingMode";
    private const string Included = "includedPaths";
    private const string Excluded = "excludedPaths";

    private static readonly PropertyPath[] AlwaysIncluded = [PropertyPath.Parse("/id"), PropertyPath.Parse("/_ts")];

    private readonly bool _isNone = json[Mode]!.GetValue<string>() == "none";
    private readonly List<IndexPath> _paths =
    [
        .. ReadPaths(json, Included).Select(text => IndexPath.Parse(text, isIncluded: true)),
        .. ReadPaths(json, Excluded).Select(text => IndexPath.Parse(text, isIncluded: false)),
    ];

    private readonly List<List<SortPath>> _composite =
        [.. (json["compositeIndexes"] as JsonArray ?? []).Select(ReadComposite)];

    /// <summary>What is wrong with a policy of a client; null when it is good.</summary>
    public static string? FindFault(JsonObject? json) =>
        json is null || IsWithoutPaths(json) || ReadPaths(json, Included).Concat(ReadPaths(json, Excluded)).Contains(Root)
            ? null
            : "The special mandatory indexing path \"\\/\" is not provided in any of the path type sets. "
                + "Please provide this path in one of the sets.";

    /// <summary>Adds what the service adds.</summary>
    public static JsonObject Complete(JsonObject? policy)
    {
        var json = policy ?? [];
        json[Mode] = json[Mode]?.GetValue<string>().ToLowerInvariant() ?? "consistent";
        json["automatic"] ??= true;
        if (IsWithoutPaths(json) && json[Mode]!.GetValue<string>() != "none")
        {
            json[Included] = new JsonArray(new JsonObject { ["path"] = Root });
        }

        json[Included] ??= new JsonArray();
        json[Excluded] ??= new JsonArray();
        if (!ReadPaths(json, Excluded).Contains(Etag))
        {
            json[Excluded]!.AsArray().Add(new JsonObject { ["path"] = Etag });
        }

        return json;
    }

    /// <summary>Why the service sorts by no such keys; null if it does.</summary>
    public string? FindSortFault(IReadOnlyList<SortPath> keys) =>
        keys.Any(key => !IsIncluded(key.Path))
            ? "The index path corresponding to the specified order-by item is excluded."
        : keys.Count > 1 && !_composite.Exists(index => Serves(index, keys))
            ? "The order by query does not have a corresponding composite index that it can be served from."
        : null;

    // All directions may be the other ones.
    private static bool Serves(List<SortPath> index, IReadOnlyList<SortPath> keys) =>
        index.Count == keys.Count
        && index.Zip(keys).All(pair => pair.First.Path.Equals(pair.Second.Path))
        && index.Zip(keys).Select(pair => pair.First.IsDescending == pair.Second.IsDescending).Distinct().Count() == 1;

    /// <summary>The longest path decides, and of two that are equally long the one that ends at the property.</summary>
    private bool IsIncluded(PropertyPath path) => AlwaysIncluded.Contains(path)
        || (!_isNone && _paths.Where(each => each.Covers(path)).MaxBy(each => each.Precision)?.IsIncluded == true);

    private static bool IsWithoutPaths(JsonObject json) => !ReadPaths(json, Included).Concat(ReadPaths(json, Excluded)).Any();

    private static IEnumerable<string> ReadPaths(JsonObject json, string set) =>
        (json[set] as JsonArray ?? []).Select(ReadPath);

    private static string ReadPath(JsonNode? json) =>
        json?["path"]?.GetValue<string>() ?? throw new FormatException("A path of the indexing policy has no property 'path'.");

    private static List<SortPath> ReadComposite(JsonNode? json) => json is JsonArray paths
        ? paths.Select(ReadSortPath).ToList()
        : throw new FormatException("A composite index of the indexing policy is not an array of paths.");

    private static SortPath ReadSortPath(JsonNode? json) => new(
        PropertyPath.Parse(ReadPath(json)),
        string.Equals(json!["order"]?.GetValue<string>(), "descending", StringComparison.OrdinalIgnoreCase));

    /// <param name="Names">Above what it covers.</param>
    /// <param name="IsExact">Whether it covers the property itself only: /name/? and not /name/*.</param>
    private sealed record IndexPath(IReadOnlyList<string> Names, bool IsExact, bool IsIncluded)
    {
        public int Precision => (2 * Names.Count) + (IsExact ? 1 : 0);

        public static IndexPath Parse(string text, bool isIncluded)
        {
            var isExact = text.EndsWith("/?", StringComparison.Ordinal);
            var rest = isExact || text.EndsWith("/*", StringComparison.Ordinal) ? text[..^2] : text;
            return new IndexPath(rest.Length == 0 ? [] : PropertyPath.Parse(rest).Names, isExact, isIncluded);
        }

        public bool Covers(PropertyPath path) =>
            (IsExact ? path.Names.Length == Names.Count : path.Names.Length >= Names.Count)
            && path.Names.Take(Names.Count).SequenceEqual(Names);
    }
}
