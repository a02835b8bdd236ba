using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Queries;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The slowest requests of one run in figures, each with the name of its trace.</summary>
internal static class SlowestTable
{
    /// <summary>Nothing where no request was kept.</summary>
    public static XElement? Build(ReportRun run) => run.Answers.Slowest.Count == 0
        ? null
        : Html.Element(
            "details",
            Html.Element("summary", $"The {Count(run.Answers.Slowest.Count)} slowest requests in figures"),
            Html.Wide($"{run.Title}: the slowest requests", Html.Table(
                $"{run.Title}: the slowest requests, as the query slowest has them",
                [
                    "latency, ms", "status", "sent late, ms", "gateway, ms", "slowest call", "takes, ms", "Cosmos calls",
                    "their sum, ms",
                    "throttled", "told to wait, ms",
                ],
                run.Answers.Slowest.Select(request => (request.TraceId, CellsOf(request))),
                "trace")));

    private static IEnumerable<object> CellsOf(SlowRequest request) =>
        [
            Short(request.LatencyMs),
            request.Error ?? $"{request.Status}",
            Short(request.LateMs),
            Short(request.GatewayMs),
            request.SlowestCall ?? None,
            Short(request.SlowestCallMs),
            Count(request.CosmosCalls),
            Short(request.CosmosMs),
            Count(request.Throttled),
            Short(request.ToldToWaitMs),
        ];
}
