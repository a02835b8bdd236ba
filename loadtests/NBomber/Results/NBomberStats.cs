using DroneDelivery.LoadTests.Insight.Runs;
using NBomber.Contracts.Stats;

namespace DroneDelivery.LoadTests.NBomber.Results;

internal static class NBomberStats
{
    public static NBomberFigures ToFigures(this NodeStats stats, string stepName)
    {
        var steps = stats.ScenarioStats.SelectMany(scenario => scenario.StepStats);
        var step = steps.FirstOrDefault(step => step.StepName == stepName)
            ?? throw new InvalidOperationException($"NBomber counted no '{stepName}' at all.");
        return NBomberFigures.FromCounts(
            step.Ok.Request.Count,
            step.Fail.Request.Count,
            step.Fail.StatusCodes.Select(status => (status.StatusCode, (long)status.Count)),
            step.Ok.Request.RPS,
            Summarise(step.Ok.Latency));
    }

    /// <summary>NBomber has no percentiles above the 99th, and no 90th. Its maximum is not used.</summary>
    private static LatencySummary Summarise(LatencyStats latency) => new()
    {
        MeanMs = latency.MeanMs, P50Ms = latency.Percent50, P75Ms = latency.Percent75, P95Ms = latency.Percent95,
        P99Ms = latency.Percent99,
    };
}
