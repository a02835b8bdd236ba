using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>RU used against RU provisioned, for each physical partition over time.</summary>
internal static class RequestUnitsSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        var largest = runs.Max(run => Math.Max(run.PartitionBudget, run.Figures.PeakRequestUnitsPerPartitionPerSecond));
        var mostUnits = runs.SelectMany(run => run.Record.Cosmos.TopKeys).Select(key => key.RequestUnits).DefaultIfEmpty().Max();
        return Html.Section(
            "request-units",
            "Request units",
            Html.Paragraph(
                "Each physical partition may spend its own share of the container's RU/s and no more, "
                + "whatever the others leave over. " + Resolution(runs)),
            Exhibits.Lay(
                runs,
                new Exhibit(
                    "Used against provisioned",
                    "A line for each physical partition; the dashed line is what each may spend in a second.",
                    run => ExhibitResult.In(Lines(run, largest))),
                new Exhibit(
                    "Share of the budget",
                    "The same as a map: a row for each physical partition, darker where more of its budget was used.",
                    run => ExhibitResult.In(Heat(run))),
                new Exhibit(
                    "Top logical keys",
                    "The partition key values that used the most RU. One far ahead of the others is a hot key: "
                    + "all its documents lie on one physical partition, and no more partitions would help.",
                    run => TopKeys.Of(run, mostUnits))),
            runs.Select(PartitionTable.Build));
    }

    private static string Resolution(IReadOnlyList<ReportRun> runs)
    {
        var width = TimeBuckets.Width(runs.Max(run => run.Figures.DurationSeconds));
        return width == 1 ? "One point for each second." : $"One point for {width} seconds: the second of them with the most RU.";
    }

    private static LineChart Lines(ReportRun run, double largest)
    {
        var duration = run.Figures.DurationSeconds;
        var width = TimeBuckets.Width(duration);
        var hottest = Hottest(run);
        var lines = run.Record.Cosmos.Partitions
            .OrderBy(partition => partition == hottest)
            .Select(partition => new ChartLine(
                $"partition {partition.Id}",
                partition == hottest ? "c1" : "quiet thin",
                Points(TimeBuckets.PeakRequestUnits(partition, duration), width))
            { Label = partition == hottest ? $"busiest: {partition.Id}" : null });
        var title = $"{run.Title}: RU used by each partition over time";
        return new LineChart(title, SeeHere(run), "time, s", "RU per second", [.. lines])
        {
            LargestX = duration,
            LargestY = largest,
            Reference = new ReferenceLine($"budget {Short(run.PartitionBudget)}", run.PartitionBudget),
        };
    }

    internal static List<ChartPoint> Points(IReadOnlyList<double> peaks, double width) =>
        [.. peaks.Select((units, bucket) => new ChartPoint((bucket + 0.5) * width, units))];

    private static HeatMap Heat(ReportRun run)
    {
        var duration = run.Figures.DurationSeconds;
        var title = $"{run.Title}: share of the budget used by each partition over time";
        var rows = run.Record.Cosmos.Partitions.Select(partition => new HeatRow(partition.Id, Shares(partition, duration)));
        return new HeatMap(title, SeeHere(run), "partition", "time, s", TimeBuckets.Width(duration), [.. rows]);
    }

    private static List<double> Shares(PartitionRecord partition, double duration) =>
        [
            .. TimeBuckets.PeakRequestUnits(partition, duration)
                .Select(units => partition.BudgetPerSecond > 0 ? units / partition.BudgetPerSecond : 0),
        ];

    internal static PartitionRecord? Hottest(ReportRun run) =>
        run.Record.Cosmos.Partitions.MaxBy(partition => partition.Seconds.Sum(second => second.RequestUnits));

    private static string SeeHere(ReportRun run)
    {
        var partitions = run.Record.Cosmos.Partitions;
        if (Hottest(run) is not { } hottest || run.PartitionBudget <= 0)
        {
            return "no partition was recorded.";
        }

        var (peak, budget) = (run.Figures.PeakRequestUnitsPerPartitionPerSecond, run.PartitionBudget);
        var spent = partitions.Sum(partition => partition.Seconds.Count(second => second.Throttled > 0));
        var even = partitions.Average(partition => partition.Seconds.Sum(second => second.RequestUnits));
        var skew = even > 0 ? hottest.Seconds.Sum(second => second.RequestUnits) / even : 1;
        return $"the highest second used {Short(peak)} of {Short(budget)} RU ({Share(peak / budget)}). "
            + (spent > 0
                ? $"In {Count(spent)} {(spent == 1 ? "second" : "seconds")}, counted over all "
                    + "partitions, calls were turned away. "
                : "No partition turned a call away. ")
            + (skew > 1.25
                ? $"Partition {hottest.Id} is hot: it used {Short(skew)} times the mean."
                : "The load is spread evenly over the partitions.");
    }
}
