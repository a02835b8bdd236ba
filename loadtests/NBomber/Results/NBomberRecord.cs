using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.NBomber.Results;

/// <summary>
/// Creates the record of a run on NBomber for the run folder. Counts and latencies of successes come from NBomber. The seconds,
/// steps and, if any request failed, the latency of all requests come from the log. Unmeasured figures are left out.
/// Its tests compile this file.
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
    long Successful, long ClientErrors, IReadOnlyDictionary<string, long> ErrorsByReason, double RequestsPerSecond,
    LatencySummary Successes)
{
    /// <summary>The status of requests that the end of the run cut off. NBomber counts them as failures.</summary>
    public const string CutOff = "cut off";

    /// <summary>The figures of a run that was interrupted before its first request.</summary>
    public static NBomberFigures None { get; } = new(
        0, 0, new Dictionary<string, long>(), 0, new() { MeanMs = 0, P50Ms = 0, P75Ms = 0, P95Ms = 0, P99Ms = 0 });

    /// <param name="failed">All that NBomber counts as failures.</param>
    /// <param name="statuses">Their number by status; a status may occur more than once.</param>
    public static NBomberFigures FromCounts(
        long successful, long failed, IEnumerable<(string Status, long Count)> statuses, double requestsPerSecond,
        LatencySummary successes)
    {
        var failures = statuses
            .GroupBy(status => status.Status)
            .ToDictionary(group => group.Key, group => group.Sum(status => status.Count));
        failures.Remove(CutOff, out var cutOff);
        return new NBomberFigures(successful, failed - cutOff, failures, requestsPerSecond, successes);
    }
}
