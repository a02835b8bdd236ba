namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>The report of NBomber as CSV, or its statistics as JSON: totals of one scenario.</summary>
internal static class NBomberResults
{
    private const string WholeScenario = "global information";
    private const string OnlySuccesses = "NBomber has the latency of successes and that of failures, and not that of both";

    public static bool Recognizes(FileHead head) =>
        head.HasColumns("step_name", "request_count", "ok") || (head.IsJson && head.Has("\"ScenarioStats\""));

    public static void Read(ImportSource source, ImportedData data)
    {
        if (FileHead.Read(source.Stream.Name).IsJson)
        {
            source.Use(1, () => data.Add(ReadJson(source.Stream)));
            return;
        }

        var rows = source.Rows().ToList();
        var (number, row) = Single(
            rows.Exists(each => each.Row["step_name"] == WholeScenario)
                ? rows.FindAll(each => each.Row["step_name"] == WholeScenario)
                : rows);
        source.Use(number, () => data.Add(ToTotals(
            TimeSpan.Parse(row["duration"]).TotalSeconds, (long)row.Number("ok"), (long)row.Number("failed"),
            name => row.NumberOrNull($"ok_{name}", name), name => row.NumberOrNull($"fail_{name}", $"failed_{name}"))));
    }

    private static ImportedTotals ReadJson(Stream stream)
    {
        using var document = JsonDocument.Parse(stream);
        var stats = document.RootElement.TryGetProperty("FinalStats", out var final) ? final : document.RootElement;
        var scenario = Single([.. stats.GetProperty("ScenarioStats").EnumerateArray()]);
        // Before version 5 only a step has figures.
        var step = scenario.TryGetProperty("Ok", out _)
            ? scenario
            : Single([.. scenario.GetProperty("StepStats").EnumerateArray()]);
        var (ok, failed) = (step.GetProperty("Ok"), step.GetProperty("Fail"));
        return ToTotals(
            TimeSpan.Parse(scenario.GetProperty("Duration").GetString()!).TotalSeconds, CountOf(ok), CountOf(failed),
            StatsOf(ok.GetProperty("Latency")), StatsOf(failed.GetProperty("Latency")));

        static long CountOf(JsonElement outcome) => outcome.GetProperty("Request").GetProperty("Count").GetInt64();

        static Func<string, double?> StatsOf(JsonElement latency) => name => latency.GetProperty(name switch
        {
            "mean" => "MeanMs",
            "max" => "MaxMs",
            _ => $"Percent{name.Split('_')[0]}",
        }).GetDouble();
    }

    /// <summary>With failures there is no percentile of all requests, and a mean only if that of failures is known.</summary>
    /// <param name="ok">A latency of successes in ms by its name in CSV; null if the report does not have it.</param>
    /// <param name="fail">The same of failures.</param>
    private static ImportedTotals ToTotals(
        double seconds, long successful, long failed, Func<string, double?> ok, Func<string, double?> fail)
    {
        var successes = new LatencySummary
        {
            MeanMs = ok("mean") ?? throw new FormatException("There is no mean latency."),
            P50Ms = ok("50_percent"), P75Ms = ok("75_percent"), P95Ms = ok("95_percent"), P99Ms = ok("99_percent"),
            MaxMs = ok("max"),
        };
        var failures = failed > 0 ? new Dictionary<string, long> { ["failed"] = failed } : [];
        if (failed == 0)
        {
            return ImportedTotals.FromFigures(seconds, successful, failures, successes);
        }

        var ofFailures = fail("mean");
        var all = new LatencySummary
        {
            MeanMs = ((successes.MeanMs * successful) + ((ofFailures ?? successes.MeanMs) * failed)) / (successful + failed),
            P50Ms = null, P75Ms = null, P95Ms = null, P99Ms = null,
            MaxMs = fail("max") is { } max ? Math.Max(max, successes.MaxMs ?? 0) : null,
            NotStated = LatencySummary.Figures.Select(figure => figure.Name)
                .Where(name => name is "p50" or "p75" or "p95" or "p99" || (name == "mean" && ofFailures is null))
                .ToDictionary(name => name, _ => OnlySuccesses),
        };
        var totals = ImportedTotals.FromFigures(seconds, successful, failures, all);
        return totals with { Load = totals.Load with { Successes = successes } };
    }

    private static T Single<T>(IReadOnlyList<T> rows) => rows is [var only]
        ? only
        : throw new LabException(
            $"The report of NBomber has {rows.Count} scenarios or steps, whose percentiles cannot be added up: keep one of them "
            + "in the file.");
}
