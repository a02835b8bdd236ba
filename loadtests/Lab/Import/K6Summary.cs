namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>The totals of k6: of <c>--summary-export</c>, or the data of <c>handleSummary</c> as JSON.</summary>
internal static class K6Summary
{
    private const string Duration = "http_req_duration";
    private const string Failed = "http_req_failed";

    public static bool Recognizes(FileHead head) =>
        head.IsJson && head.Has("\"metrics\"") && (head.Has("\"http_req") || head.Has("\"root_group\""));

    public static void Read(ImportSource source, ImportedData data) => source.Use(1, () =>
    {
        using var document = JsonDocument.Parse(source.Stream);
        var metrics = document.RootElement.GetProperty("metrics");
        var requests = Values(metrics, "http_reqs");
        var latency = Values(metrics, Duration);
        var (count, rate) = ((long)requests("count")!.Value, requests("rate")!.Value);
        var failures = Values(metrics, Failed);
        var failed = (long)(failures("passes") ?? Math.Round((failures("rate") ?? failures("value") ?? 0) * count));
        var seconds = document.RootElement.TryGetProperty("state", out var state)
            ? state.GetProperty("testRunDurationMs").GetDouble() / 1_000
            : count / rate;
        var totals = ImportedTotals.FromFigures(
            seconds,
            count - failed,
            failed > 0 ? new Dictionary<string, long> { ["failed"] = failed } : [],
            Summarize(latency));
        data.Add(failed > 0 && metrics.TryGetProperty($"{Duration}{{expected_response:true}}", out _)
            ? totals with
            {
                Load = totals.Load with { Successes = Summarize(Values(metrics, $"{Duration}{{expected_response:true}}")) },
            }
            : totals);
    });

    private static LatencySummary Summarize(Func<string, double?> values) => new()
    {
        MeanMs = values("avg") ?? throw new FormatException($"{Duration} has no avg."),
        P50Ms = values("med") ?? values("p(50)"), P75Ms = values("p(75)"), P90Ms = values("p(90)"), P95Ms = values("p(95)"),
        P99Ms = values("p(99)"), P999Ms = values("p(99.9)"), P9999Ms = values("p(99.99)"), MaxMs = values("max"),
    };

    /// <summary>The values of a metric by name, null for one that it does not have.</summary>
    private static Func<string, double?> Values(JsonElement metrics, string name)
    {
        if (!metrics.TryGetProperty(name, out var metric))
        {
            return _ => null;
        }

        var values = metric.TryGetProperty("values", out var inner) ? inner : metric;
        return key => values.TryGetProperty(key, out var value) && value.ValueKind == JsonValueKind.Number
            ? value.GetDouble()
            : null;
    }
}
