using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Traces;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>One sentence that says what a run shows, and one that compares it with the run before.</summary>
internal static class Verdict
{
    /// <summary>From this share of calls on, throttling holds a run back; below it the SDK's retries hide it.</summary>
    private const double ThrottledShare = 0.01;

    /// <summary>Below so many calls for each operation, most requests failed before they came to the database.</summary>
    private const double HardlyAnyCall = 0.5;

    public static string Of(ReportRun run) => $"{Cause(run)} {Errors(run)}";

    public static string? Against(ReportRun? before, ReportRun run)
    {
        return before is null
            ? null
            : $"Against {before.Title}: req/s {Change(figures => figures.RequestsPerSecond)}, "
                + $"mean latency {Change(figures => figures.MeanMs)}, "
                + $"RU per operation {Change(figures => figures.RequestUnitsPerOperation)}.";

        string Change(Func<ScenarioFigures, double?> figure) => Difference(figure(run.Figures), figure(before.Figures));
    }

    private static string Cause(ReportRun run)
    {
        var figures = run.Figures;
        var calls = Short(figures.DataCallsPerOperation);
        var units = Short(figures.RequestUnitsPerOperation);
        var throttled = run.Record.Cosmos.DataCalls == 0 ? 0 : (double)figures.ThrottledCalls / run.Record.Cosmos.DataCalls;
        return (throttled >= ThrottledShare, figures.DataCallsPerOperation > 1.5, Typical(run)?.MostDataCallsAtOnce > 1) switch
        {
            (true, _, _) =>
                $"Out of request units: {Share(throttled)} of the Cosmos calls were answered 429 and repeated after a wait, "
                + $"with {Short(run.PartitionBudget)} RU/s for each partition.",
            (_, true, false) when Typical(run) is not null =>
                $"Hardly a wait for request units, but each operation makes its {calls} calls one after another "
                + "and waits for their sum.",
            (_, true, true) =>
                $"The {calls} calls of an operation run side by side, so that it waits for the slowest and not for the sum; "
                + $"they still cost {units} RU.",
            (_, true, _) => $"Each operation makes {calls} calls and costs {units} RU.",
            _ when figures.DataCallsPerOperation < HardlyAnyCall => "Hardly a request reached the database.",
            _ when run.Record.Cosmos.PartitionKeyPath != "/ownerId" => $"{calls} Cosmos calls and {units} RU for each operation.",
            _ => $"{calls} Cosmos {(calls == "1" ? "call" : "calls")} and {units} RU for each operation: "
                + "only the partition that holds the owner is asked.",
        };
    }

    private static Waterfall? Typical(ReportRun run) => run.Requests.FirstOrDefault()?.Waterfall;

    private static string Errors(ReportRun run) => (run.Figures.Successful, run.Figures.ClientErrors) switch
    {
        (0, 0) => "No request was answered before the load ended.",
        (_, 0) => "No error reached a client.",
        (_, var errors) => $"{Count(errors)} requests failed for the client.",
    };
}
