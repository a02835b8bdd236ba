using System.Xml.Linq;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Each physical partition of one run over the whole run.</summary>
internal static class PartitionTable
{
    /// <summary>Nothing where no partition was recorded.</summary>
    public static XElement? Build(ReportRun run) => run.Answers.Partitions.Count == 0
        ? null
        : Html.Wide($"{run.Title}: physical partitions", Html.Table(
            $"{run.Title}: each physical partition over the whole run, as the query by-partition has it",
            [
                "calls", "throttled", "RU", "highest second, RU", "budget, RU/s", "highest, %", "mean call, ms",
                "of that in Cosmos DB, ms",
            ],
            run.Answers.Partitions.Select(use => (use.Partition, (IEnumerable<object>)
                [
                    Count(use.Calls),
                    Count(use.Throttled),
                    Short(use.RequestUnits),
                    Short(use.PeakRequestUnitsPerSecond),
                    Short(use.BudgetPerSecond),
                    Short(use.PeakPercentOfBudget),
                    Short(use.MeanMs),
                    Short(use.MeanServiceMs),
                ])),
            "partition"));
}
