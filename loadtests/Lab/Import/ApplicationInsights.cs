using System.Security.Cryptography;

namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>
/// Tables of Application Insights as CSV, by their classic names (requests, dependencies, performanceCounters) or those of a
/// workspace (AppRequests, AppDependencies, AppPerformanceCounters). A request becomes a server span, a dependency a client span.
/// </summary>
internal static class ApplicationInsights
{
    private const int TraceDigits = 32;
    private const int SpanDigits = 16;

    public static bool Recognizes(FileHead head) => HasTime(head)
        && ((HasAny(head, "operation_id", "operationid") && HasAny(head, "duration", "durationms") && HasAny(head, "id"))
            || (HasAny(head, "category") && HasAny(head, "value")));

    public static void Read(ImportSource source, ImportedData data)
    {
        if (FileHead.Read(source.Stream.Name).FirstLine.Contains("[local time]", StringComparison.Ordinal))
        {
            throw new LabException(
                $"{source.Name} has local times without a time zone. Set the time zone of the query results to UTC, and export "
                + "them again.");
        }

        source.UseRows(row => Read(row, source, data));
    }

    private static bool HasTime(FileHead head) =>
        HasAny(head, "timestamp", "timegenerated", "timestamp [local time]", "timegenerated [local time]");

    private static bool HasAny(FileHead head, params IEnumerable<string> names) => names.Any(name => head.HasColumns(name));

    private static void Read(CsvRow row, ImportSource source, ImportedData data)
    {
        var at = UnixTime.Parse(row["timestamp", "timegenerated"]);
        if (row.Columns.ContainsKey("category") && row.Columns.ContainsKey("value"))
        {
            data.Add([ToMetric(row, at)]);
            return;
        }

        var kind = row["itemtype"] is { Length: > 0 } given ? given
            : row["type"] is ['A', 'p', 'p', ..] table ? table
            : row.Columns.ContainsKey("target") ? "dependency" : "request";
        if (kind is "request" or "AppRequests")
        {
            data.Add(ToSpan(row, at, "server"));
        }
        else if (kind is "dependency" or "AppDependencies")
        {
            data.Add(ToSpan(row, at, DependencyType(row).StartsWith("InProc", StringComparison.Ordinal) ? "internal" : "client"));
        }
        else
        {
            source.Skip($"rows of type {kind}");
        }
    }

    /// <summary>The column <c>Type</c> of a workspace is the name of the table, that of a classic resource this.</summary>
    private static string DependencyType(CsvRow row) => row["dependencytype", "type"];

    private static SpanRecord ToSpan(CsvRow row, long at, string kind)
    {
        var (operation, parent) = (row["operation_id", "operationid"], row["operation_parentid", "parentid"]);
        return new SpanRecord(
            at, (long)(row.Number("duration", "durationms") * 1e6),
            row["success"].Equals("false", StringComparison.OrdinalIgnoreCase), Attributes(row, kind))
        {
            TraceId = Id(operation, TraceDigits),
            SpanId = Id(row["id"], SpanDigits),
            // The first request of an operation names the operation itself as its parent.
            ParentSpanId = parent.Length == 0 || parent == operation ? null : Id(parent, SpanDigits),
            Service = row["cloud_rolename", "approlename"] is { Length: > 0 } role ? role : "unknown_service",
            Name = row["name"],
            Kind = kind,
        };
    }

    private static Dictionary<string, string> Attributes(CsvRow row, string kind)
    {
        var (code, type) = (row["resultcode"], DependencyType(row));
        (string Name, string Value)[] known =
        [
            (SpanRecord.StatusCode, int.TryParse(code, out var status) && status is >= 100 and <= 599 ? code : ""),
            ("error.type", status is >= 100 and <= 599 || code is "0" or "" ? "" : code),
            (SpanRecord.Route, kind == "server" ? RouteOf(row["name"]) : ""),
            ("server.address", kind == "client" ? row["target"] : ""),
            ("url.full", kind == "server" ? row["url"] : row["data"] is ['h', 't', 't', 'p', ..] url ? url : ""),
            ("db.system.name", kind == "client" ? DatabaseOf(type) : ""),
            ("db.query.text", kind == "client" && DatabaseOf(type).Length > 0 ? row["data"] : ""),
            ("dependency.type", kind == "server" ? "" : type),
            (ImportedRequest.ItemCount, row.NumberOrNull("itemcount") is > 1 ? row["itemcount"] : ""),
        ];
        return known.Where(attribute => attribute.Value.Length > 0).ToDictionary(each => each.Name, each => each.Value);
    }

    /// <summary>The route of a name such as <c>GET /deliveries/{id}</c>.</summary>
    private static string RouteOf(string name) => name.Split(' ', 2) is [_, ['/', ..] route] ? route : "";

    private static string DatabaseOf(string type) => type switch
    {
        "Azure DocumentDB" or "Microsoft.DocumentDb" => "azure.cosmosdb",
        _ when type.StartsWith("SQL", StringComparison.OrdinalIgnoreCase) => "microsoft.sql_server",
        _ when type.Contains("redis", StringComparison.OrdinalIgnoreCase) => "redis",
        _ when type.Contains("mongo", StringComparison.OrdinalIgnoreCase) => "mongodb",
        _ when type.Contains("postgres", StringComparison.OrdinalIgnoreCase) => "postgresql",
        _ when type.Contains("mysql", StringComparison.OrdinalIgnoreCase) => "mysql",
        _ => "",
    };

    private static MetricSample ToMetric(CsvRow row, long at) => new(
        row["cloud_rolename", "approlename"], row["name", "counter"],
        string.Join(',', new[] { ("category", row["category"]), ("instance", row["instance", "cloud_roleinstance"]) }
            .Where(attribute => attribute.Item2.Length > 0)
            .Select(attribute => $"{attribute.Item1}={attribute.Item2}")),
        at, row.Number("value"));

    /// <summary>
    /// An id in hex as it is, also at the end of a hierarchical one (<c>|trace.span.</c>). Any other text is hashed, so that
    /// equal texts have equal ids.
    /// </summary>
    /// <exception cref="FormatException">The text is empty.</exception>
    private static string Id(string text, int digits)
    {
        var last = text.Trim('|', '.').Split('.')[^1].Replace("-", "", StringComparison.Ordinal).ToLowerInvariant();
        return text.Length == 0 ? throw new FormatException("The row has no id, or no operation id.")
            : last.Length == digits && last.All(char.IsAsciiHexDigit) ? last
            : Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..digits];
    }
}
