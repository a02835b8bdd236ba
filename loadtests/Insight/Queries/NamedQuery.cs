using System.Reflection;

namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>A named SQL query, kept in a file whose first line describes it.</summary>
public sealed record NamedQuery(string Name, string Description, string Sql)
{
    private const string Prefix = "query:";
    private const string Comment = "-- ";

    /// <summary>All named queries, by name.</summary>
    public static IReadOnlyList<NamedQuery> All { get; } = Assembly.GetExecutingAssembly().GetManifestResourceNames()
        .Where(resource => resource.StartsWith(Prefix, StringComparison.Ordinal))
        .Order(StringComparer.Ordinal)
        .Select(Load)
        .ToList();

    public static NamedQuery? Find(string name) =>
        All.FirstOrDefault(query => query.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    internal static NamedQuery Get(string name) =>
        Find(name) ?? throw new InvalidOperationException($"There is no query {name}.");

    private static NamedQuery Load(string resource)
    {
        var text = RunDatabaseFile.ReadResource(resource);
        var end = text.IndexOf('\n');
        return new NamedQuery(resource[Prefix.Length..], text[Comment.Length..end].TrimEnd(), text[(end + 1)..]);
    }
}
