using DroneDelivery.LoadTests.Insight.Advice.Evidence;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>What followed the crash of one of several Deliveries.</summary>
/// <param name="Span">All requests from the kill to the end of the load, 20 s after the restart.</param>
/// <param name="LateFailures">The requests that failed and were due when the gateway must have noticed the crash.</param>
/// <param name="LastCallSeconds">
/// From the kill to the end of the last second in which the gateway sent calls to the dead one; null if it is not known.
/// </param>
/// <param name="FairShareSeconds">
/// From the restart to the end of the first second in which it gave a fair share of the answers; null for none.
/// </param>
/// <param name="Before">Good answers per second before the kill.</param>
/// <param name="Lowest">Good answers per second in the worst five seconds of the span.</param>
/// <param name="Pauses">How often the gateway's circuit breaker paused all calls to Delivery for invoices.</param>
/// <param name="Calls">The gateway's calls by second.</param>
public sealed record CrashFigures(
    OverloadPhase Span, long LateFailures, double? LastCallSeconds, double? FairShareSeconds, double Before, double Lowest,
    long Pauses, IReadOnlyList<CallInterval> Calls)
{
    /// <summary>The gateway must have noticed the crash by then.</summary>
    public const double NoticeSeconds = 2;

    /// <summary>The share of its part of all answered calls, a third, from which on a Delivery has a fair share.</summary>
    public const double FairShare = 0.8;

    private const int LowestSeconds = 5;

    /// <summary>
    /// Whether the failure spread: calls to all Deliveries were paused, or fewer requests than the share of the remaining
    /// Deliveries were answered in time. If another process fails, there are no figures.
    /// </summary>
    public bool Spreads => Pauses > 0 || Lowest < Before * (CrashLab.Deliveries - 1) / CrashLab.Deliveries;

    /// <param name="until">Requests due later did not have the whole objective.</param>
    /// <returns>Null if the run ended before the kill.</returns>
    internal static CrashFigures? FromRun(RunData run, OverloadSettings settings, double until)
    {
        var (shape, objective) = (settings.Shape, settings.Goal.Objective.TotalSeconds);
        var (kill, restart, end) = (shape.StartOf(1), shape.StartOf(2), Math.Min(shape.StartOf(3), until));
        if (settings.DeliveryPorts is not { } ports || kill >= end)
        {
            return null;
        }

        var (attempts, start) = (run.Samples.Attempts, run.Record.Manifest.StartedAt);
        var calls = CallInterval.FromMetrics(run.Samples.Metrics, ports, start);
        var fair = FairShare / ports.Count;
        return new CrashFigures(
            OverloadPhase.FromAttempts(attempts, shape.Steps[1].Times, kill, end, objective),
            OverloadPhase.FromAttempts(attempts, shape.Steps[1].Times, kill + NoticeSeconds, end, objective).Failed,
            calls.Where(each => each.UntilSeconds > kill && each.UntilSeconds <= restart && each.CallsTo(CrashLab.Killed) > 0)
                .Max(each => (double?)each.UntilSeconds) - kill,
            calls.Where(each => each.UntilSeconds > restart && each.ShareOf(CrashLab.Killed) >= fair)
                .Min(each => (double?)each.UntilSeconds) - restart,
            OverloadPhase.FromAttempts(attempts, shape.Steps[0].Times, 0, kill, objective).GoodputPerSecond,
            LowestGoodput(OverloadSecond.FromAttempts(attempts, end, objective), kill),
            CountPauses(new MetricEvidence(run.Samples.Metrics)),
            calls);
    }

    private static double LowestGoodput(IReadOnlyList<OverloadSecond> seconds, double kill)
    {
        var good = seconds.Where(second => second.Second >= kill).Select(second => second.Good).ToList();
        return Enumerable.Range(0, Math.Max(0, good.Count - LowestSeconds + 1))
            .Select(first => good.Skip(first).Take(LowestSeconds).Average())
            .DefaultIfEmpty()
            .Min();
    }

    private static long CountPauses(MetricEvidence metrics) => (long)metrics.Growth(
        BuiltService.Gateway.Name,
        "resilience.polly.strategy.events",
        sample => sample.Attribute("event.name") == "OnCircuitOpened"
            && sample.Attribute("pipeline.name") == BuiltService.Delivery.Name);
}
