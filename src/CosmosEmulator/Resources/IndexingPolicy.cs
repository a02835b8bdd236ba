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
    private const string Automatic = "automatic";
    private const string Included = "includedPaths";
    private const string Excluded = "excludedPaths";
    private const int MinCompositePaths = 2;

    private static readonly PropertyPath[] AlwaysIncluded = [PropertyPath.Parse("/id"), PropertyPath.Parse("/_ts")];

    private readonly bool _isNone = IsNone(json);
    private readonly List<IndexPath> _paths =
    [
        .. ReadPaths(json, Included).Select(text => IndexPath.Parse(text, isIncluded: true)),
        .. ReadPaths(json, Excluded).Select(text => IndexPath.Parse(text, isIncluded: false)),
    ];

    private readonly List<List<SortPath>> _composite =
        [.. ReadComposites(json).Select(index => index.Select(ReadSortPath).ToList())];

    /// <summary>What is wrong with a policy of a client; null when it is good.</summary>
    /// <param name="expires">Whether documents of the container can have a time to live.</param>
    public static string? FindFault(JsonObject? json, bool expires)
    {
        if (json is null)
        {
            return null;
        }

        if (IsNone(json))
        {
            return json[Automatic]?.GetValue<bool>() == true
                    ? "Indexing mode value cannot be 'none' when automatic indexing is specified as 'true'."
                : expires ? "A container whose documents have a time to live cannot have the indexing mode 'none'."
                : null;
        }

        var paths = ReadAllPaths(json).ToList();
        return paths.Select(path => IndexPathSyntax.FindFault(path, hasWildcard: true)).FirstOrDefault(fault => fault is not null)
            ?? (paths.Count == 0 || paths.Contains(Root)
                ? null
                : "The special mandatory indexing path \"\\/\" is not provided in any of the path type sets. "
                    + "Please provide this path in one of the sets.")
            ?? ReadComposites(json).Select(FindCompositeFault).FirstOrDefault(fault => fault is not null);
    }

    /// <summary>Adds what the service adds.</summary>
    public static JsonObject Complete(JsonObject? policy)
    {
        var json = policy ?? [];
        json[Mode] = json[Mode]?.GetValue<string>().ToLowerInvariant() ?? "consistent";
        json[Automatic] ??= !IsNone(json);
        if (!ReadAllPaths(json).Any() && !IsNone(json))
        {
            json[Included] = new JsonArray(new JsonObject { ["path"] = Root });
        }

        json[Included] ??= new JsonArray();
        json[Excluded] ??= new JsonArray();
        if (!IsNone(json) && !ReadPaths(json, Excluded).Contains(Etag))
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

    private static bool IsNone(JsonObject json) =>
        string.Equals(json[Mode]?.GetValue<string>(), "none", StringComparison.OrdinalIgnoreCase);

    private static string? FindCompositeFault(JsonArray index) => index.Count < MinCompositePaths
        ? $"A composite index has at least {MinCompositePaths} paths."
        : index.Select(path => IndexPathSyntax.FindFault(ReadPath(path), hasWildcard: false)).FirstOrDefault(fault => fault is not null);

    private static IEnumerable<string> ReadAllPaths(JsonObject json) =>
        ReadPaths(json, Included).Concat(ReadPaths(json, Excluded));

    private static IEnumerable<string> ReadPaths(JsonObject json, string set) =>
        (json[set] as JsonArray ?? []).Select(ReadPath);

    private static string ReadPath(JsonNode? json) =>
        json?["path"]?.GetValue<string>() ?? throw new FormatException("A path of the indexing policy has no property 'path'.");

    private static IEnumerable<JsonArray> ReadComposites(JsonObject json) =>
        (json["compositeIndexes"] as JsonArray ?? []).Select(index => index as JsonArray
            ?? throw new FormatException("A composite index of the indexing policy is not an array of paths."));

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
            var property = IndexPathSyntax.WithoutWildcard(text);
            return new IndexPath(property.Length == 0 ? [] : PropertyPath.Parse(property).Names, text.EndsWith('?'), isIncluded);
        }

        public bool Covers(PropertyPath path) =>
            (IsExact ? path.Names.Length == Names.Count : path.Names.Length >= Names.Count)
            && path.Names.Take(Names.Count).SequenceEqual(Names);
    }
}
