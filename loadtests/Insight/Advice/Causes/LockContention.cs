namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// Requests of a service wait for a lock that its other requests hold: .NET counts the waits, and requests take longer the more
/// of them run concurrently.
/// </summary>
internal static class LockContention
{
    /// <summary>Every service has some lock contention, but not in one request out of five.</summary>
    private const double ContendedRequests = 0.2;

    /// <summary>If a lock is the cause, the average request takes longer than the fastest tenth by this factor.</summary>
    private const double WaitingFactor = 1.3;

    /// <summary>The same share as for thread starvation.</summary>
    private const double WorthAChange = 0.1;

    public static Finding? Find(RunEvidence run, string service)
    {
        var own = run.Processes.OwnMs(service);
        var idle = run.Processes.IdleOwnMs(service);
        return run.ShareOfLatency(own) < WorthAChange || !IsContended(run, service) ? null : new Finding(
            Cause.LockContention,
            $"Requests in {service} wait for a lock that others hold.",
            [
                $"A thread of {service} found a lock taken {Count((long)Contentions(run, service))} times, "
                + $"{Short(PerRequest(run, service))} times for each request ({Metric.LockContentions}).",
                $"Requests wait {Milliseconds(own)} for {service}, of a mean latency of {Milliseconds(run.LatencyMs)}; "
                + $"with few concurrent requests {Milliseconds(idle)}.",
            ],
            run.ShareOfLatency(own),
            [
                new NextStep(
                    $"Find the lock in {service} (dotnet-trace, contention events) and hold it for a shorter time: no I/O or "
                    + "waiting inside, one lock for each key, or a concurrent collection.",
                    Prediction: new Predictor(run).Shorter(Math.Max(0, own - idle))),
            ]);
    }

    public static bool IsContended(RunEvidence run, string service) => PerRequest(run, service) >= ContendedRequests
        && run.Processes.OwnMs(service) >= run.Processes.IdleOwnMs(service) * WaitingFactor
        && !run.Processes.Computes(service);

    private static double PerRequest(RunEvidence run, string service) =>
        run.Load.Sent > 0 ? Contentions(run, service) / run.Load.Sent : 0;

    private static double Contentions(RunEvidence run, string service) => run.Metrics.Growth(service, Metric.LockContentions);
}
