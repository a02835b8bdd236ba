using DroneDelivery.LoadTests.Insight.Runs;
using NBomber.Contracts.Stats;

namespace DroneDelivery.LoadTests.NBomber.Results;

/// <summary>
/// Creates the record of a run on NBomber for the run folder. Counts and latencies of successes come from NBomber. The seconds,
/// steps and, if any request failed, the latency of all requests come from the log. Unmeasured figures are left out.
/// </summary>
internal static class NBomberRecord
{
    /// <param name="log">The record of the adapter's own log.</param>
    public static LoadRecord FromFigures(NBomberFigures figures, LoadRecord log, GeneratorRecord generator)
    {
        var failed = figures.ClientErrors + log.Unanswered > 0;
        return log with
        {
            Successful = figures.Successful,
            ClientErrors = figures.ClientErrors,
            ErrorsByReason = figures.ErrorsByReason,
            Latency = failed ? log.Latency : figures.Successes,
            ServiceTime = null,
            Distribution = [],
            Generator = generator,
            Successes = failed ? figures.Successes : null,
            EngineRequestsPerSecond = figures.RequestsPerSecond,
            Arrivals = log.Arrivals is { } arrivals ? arrivals with { Late = null, Dropped = null } : null,
        };
    }
}

/// <summary>The figures that NBomber measured.</summary>
/// <param name="Successes">Latency of successes; NBomber has no latency of all requests together.</param>
/// <param name="RequestsPerSecond">Successes divided by the planned duration.</param>
internal sealed record NBomberFigures(
    long Successful,
    long ClientErrors,
    IReadOnlyDictionary<string, long> ErrorsByReason,
    double RequestsPerSecond,
    LatencySummary Successes)
{
    /// <summary>The figures of a run that was interrupted before its first request.</summary>
    public static NBomberFigures None { get; } =
        new(0, 0, new Dictionary<string, long>(), 0, new LatencySummary(0, 0, 0, null, 0, 0, null, null, null));

    public static NBomberFigures FromStats(NodeStats stats, string stepName)
    {
        var steps = stats.ScenarioStats.SelectMany(scenario => scenario.StepStats);
        var step = steps.FirstOrDefault(step => step.StepName == stepName)
            ?? throw new InvalidOperationException($"NBomber counted no '{stepName}' at all.");
        var failures = step.Fail.StatusCodes
            .GroupBy(status => status.StatusCode)
            .ToDictionary(group => group.Key, group => group.Sum(status => (long)status.Count));
        failures.Remove(OutcomeResponse.CutOff, out var cutOff);
        return new NBomberFigures(
            step.Ok.Request.Count, step.Fail.Request.Count - cutOff, failures, step.Ok.Request.RPS, Summarise(step.Ok.Latency));
    }

    /// <summary>NBomber has no percentiles above the 99th, and no 90th. Its maximum is not used.</summary>
    private static LatencySummary Summarise(LatencyStats latency) => new(
        latency.MeanMs,
        latency.Percent50,
        latency.Percent75,
        P90Ms: null,
        latency.Percent95,
        latency.Percent99,
        P999Ms: null,
        P9999Ms: null,
        MaxMs: null);
}
