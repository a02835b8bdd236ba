using System.Text.Json.Nodes;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>A dashboard of <c>deploy/compose/grafana/dashboards</c>.</summary>
internal sealed record Dashboard(string Uid, IReadOnlyList<JsonNode> Panels)
{
    public static string Folder { get; } = Path.Combine(ComposeFile.Folder, "grafana", "dashboards");

    public static IReadOnlyList<Dashboard> ReadAll() =>
        [.. Directory.GetFiles(Folder, "*.json").Select(Read).OrderBy(dashboard => dashboard.Uid, StringComparer.Ordinal)];

    /// <summary>The queries, each with the title of its panel. Grafana sets the interval of rates to four scrapes.</summary>
    public IEnumerable<(string Title, string Query)> Queries =>
        from panel in Panels
        where panel["targets"] is not null
        from target in panel["targets"]!.AsArray()
        let query = (string)target!["expr"]!
        select ($"{Uid}: {panel["title"]}", query.Replace("$__rate_interval", "1m", StringComparison.Ordinal));

    private static Dashboard Read(string file)
    {
        var json = JsonNode.Parse(File.ReadAllText(file))!;
        return new Dashboard((string)json["uid"]!, [.. json["panels"]!.AsArray().Select(panel => panel!)]);
    }
}
