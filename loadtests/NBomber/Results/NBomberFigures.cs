using NBomber.Contracts.Stats;

namespace DroneDelivery.LoadTests.NBomber.Results;

/// <summary>A run as NBomber measured it: latencies of successes, from the moment a request really started.</summary>
/// <param name="Duration">From the first request's start to the last one's end.</param>
/// <param name="CutOff">Requests under way when the run was interrupted: neither successful nor failed.</param>
/// <param name="ReportedRequestsPerSecond">As NBomber's own reports say: over the planned time.</param>
internal sealed record NBomberFigures(
    TimeSpan Duration,
    long Successful,
    long ClientErrors,
    long CutOff,
    IReadOnlyDictionary<string, long> ErrorsByReason,
    double MeanMs,
    double P50Ms,
    double P95Ms,
    double P99Ms,
    double ReportedRequestsPerSecond)
{
    public double RequestsPerSecond => Duration > TimeSpan.Zero ? Successful / Duration.TotalSeconds : 0;

    public static NBomberFigures Of(NodeStats stats, string stepName, TimeSpan duration)
    {
        var steps = stats.ScenarioStats.SelectMany(scenario => scenario.StepStats);
        var step = steps.FirstOrDefault(step => step.StepName == stepName)
            ?? throw new InvalidOperationException($"NBomber counted no '{stepName}' at all.");
        var failures = step.Fail.StatusCodes
            .GroupBy(status => status.StatusCode)
            .ToDictionary(group => group.Key, group => group.Sum(status => (long)status.Count));
        failures.Remove(OutcomeResponse.CutOff, out var cutOff);
        var latency = step.Ok.Latency;
        return new NBomberFigures(
            duration,
            step.Ok.Request.Count,
            step.Fail.Request.Count - cutOff,
            cutOff,
            failures,
            latency.MeanMs,
            latency.Percent50,
            latency.Percent95,
            latency.Percent99,
            step.Ok.Request.RPS);
    }
}
