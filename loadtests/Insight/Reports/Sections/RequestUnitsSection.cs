namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>RU used against RU provisioned, for each physical partition over time.</summary>
internal static class RequestUnitsSection
{
    private const int ShownKeys = 10;

    public static StudySection Build(IReadOnlyList<ReportRun> runs) => new("request-units", "Request units",
    [
        new StudyProse(
            "Each physical partition is limited to its share of the container's RU/s, even if other partitions use less. "
            + Resolution(runs)),
        .. RunParts.Charts(
            runs,
            new RunChart(
                "Used against provisioned",
                "A line for each physical partition; the dashed line is what each may spend in a second.",
                Lines),
            new RunChart(
                "Share of the budget",
                "The same as a heat map: a row for each physical partition, with a colour that stands out more where more of its "
                + "budget was used.",
                Heat),
            new RunChart(
                "Top logical keys",
                "The partition key values that used the most RU. One far ahead of the others is a hot key: "
                + "all its documents are on one physical partition, so more partitions do not help.",
                Keys)),
        .. runs.Select(Partitions),
    ]);

    private static string Resolution(IReadOnlyList<ReportRun> runs)
    {
        var width = TimeBuckets.Width(runs.Max(run => run.Figures.DurationSeconds));
        return width == 1 ? "One point for each second." : $"One point for {width} seconds: the second of them with the most RU.";
    }

    private static LineChart Lines(ReportRun run)
    {
        var hottest = Hottest(run);
        var lines = run.Record.Cosmos.Partitions
            .OrderBy(partition => partition == hottest)
            .Select(partition => new ChartLine(
                $"partition {partition.Id}",
                partition == hottest ? "c1" : "quiet thin",
                Points(run, partition, units => units))
            { Label = partition == hottest ? $"busiest: {partition.Id}" : null });
        return run.OverTime("RU used by each partition over time", DescribeResult(run), "RU per second", [.. lines]) with
        {
            Reference = run.Figures.PartitionBudget is > 0 and var budget
                ? new ReferenceLine($"budget {Short(budget)}", budget)
                : null,
        };
    }

    internal static List<ChartPoint> Points(ReportRun run, PartitionRecord partition, Func<double, double> value)
    {
        var width = TimeBuckets.Width(run.Figures.DurationSeconds);
        var peaks = TimeBuckets.PeakRequestUnits(partition, run.Figures.DurationSeconds);
        return [.. peaks.Select((units, bucket) => new ChartPoint((bucket + 0.5) * width, value(units)))];
    }

    private static HeatMap Heat(ReportRun run) => new(
        run.Caption("share of the budget used by each partition over time"),
        DescribeResult(run),
        "partition",
        "time, s",
        TimeBuckets.Width(run.Figures.DurationSeconds),
        [.. run.Record.Cosmos.Partitions.Select(partition => new HeatRow(partition.Id, Shares(run, partition)))]);

    private static List<double> Shares(ReportRun run, PartitionRecord partition) =>
        Points(run, partition, units => partition.BudgetPerSecond > 0 ? units / partition.BudgetPerSecond : 0)
            .ConvertAll(point => point.Y);

    internal static PartitionRecord? Hottest(ReportRun run) =>
        run.Record.Cosmos.Partitions.MaxBy(partition => partition.Seconds.Sum(second => second.RequestUnits));

    private static string DescribeResult(ReportRun run)
    {
        var partitions = run.Record.Cosmos.Partitions;
        if (Hottest(run) is not { } hottest || run.Figures.PartitionBudget <= 0)
        {
            return "no partition with a known budget was recorded.";
        }

        var (peak, budget) = (run.Record.Cosmos.PeakRequestUnitsPerPartitionPerSecond, run.Figures.PartitionBudget);
        var throttled = partitions.Sum(partition => partition.Seconds.Count(second => second.Throttled > 0));
        var even = partitions.Average(partition => partition.Seconds.Sum(second => second.RequestUnits));
        var skew = even > 0 ? hottest.Seconds.Sum(second => second.RequestUnits) / even : 1;
        return $"the highest second used {Short(peak)} of {Short(budget)} RU ({Share(peak / budget)}). "
            + (throttled > 0
                ? $"Seconds in which a partition answered 429, added up over all partitions: {Count(throttled)}. "
                : "No partition answered 429. ")
            + (skew > 1.25
                ? $"Partition {hottest.Id} used the most, {Short(skew)} times the mean."
                : "The load is spread evenly over the partitions.");
    }

    private static Chart Keys(ReportRun run)
    {
        var keys = run.Record.Cosmos.TopKeys;
        var bars = keys.Take(ShownKeys).Select(key => new Bar(
            key.Key, key.RequestUnits, $"{Short(key.RequestUnits)} RU, partition {key.Partition}",
            key.Throttled > 0 ? "c2" : "c1"));
        return keys is not [var first, ..]
            ? new MissingChart("no call named a partition key: every query was cross-partition, or keys were not counted.")
            : new BarChart(run.Caption("RU by logical partition key"), HottestKey(run, first), [.. bars])
            {
                Table = ChartTable.FromItems(
                    keys, ("logical key", key => key.Key), ("partition", key => key.Partition), ("RU", key => key.RequestUnits),
                    ("calls", key => Cell.Whole(key.Calls)), ("throttled", key => Cell.Whole(key.Throttled))),
            };
    }

    private static string HottestKey(ReportRun run, LogicalKeyUsage first)
    {
        var all = run.Record.Cosmos.RequestUnits;
        var share = all > 0 ? first.RequestUnits / all : 0;
        return $"“{first.Key}” used the most, {Share(share)} of all RU"
            + (run.Diagnosis.Findings.FirstOrDefault(each => each.Cause == Cause.HotKey) is { } hot ? $". {hot.Title}" : ".")
            + (first.Throttled > 0 ? $" {Count(first.Throttled)} of its {Count(first.Calls)} calls were throttled." : "");
    }

    private static StudyTable Partitions(ReportRun run) => new StudyTableBuilder<PartitionUse>(
        $"{run.Key}Partitions", run.Caption("each physical partition over the whole run, from the query by-partition"))
        .Words("partition", "partition", use => use.Partition)
        .Count("calls", "calls", use => use.Calls)
        .Count("throttledCalls", "throttled", use => use.Throttled)
        .Number("requestUnits", "RU", use => use.Ru)
        .Number("peakRequestUnitsPerSecond", "highest second, RU", use => use.PeakRuPerSecond)
        .Number("budgetRequestUnitsPerSecond", "budget, RU/s", use => use.BudgetRuPerSecond > 0 ? use.BudgetRuPerSecond : null)
        .Number("peakPercentOfBudget", "highest, %", use => use.PeakPercentOfBudget)
        .Number("meanMs", "mean call, ms", use => use.MeanMs)
        .Number("meanServiceMs", "of that in Cosmos DB, ms", use => use.MeanServiceMs)
        .Build(run.Answers.Partitions);
}
