using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// Requests of a service wait for a lock that others of its requests hold: .NET counts the waits, and requests take longer the
/// more of them there are.
/// </summary>
internal static class LockContention
{
    /// <summary>Locks are contended now and then in any service; not in one request out of five.</summary>
    private const double ContendedRequests = 0.2;

    /// <summary>A request that finds the lock free waits for much less than the average one.</summary>
    private const double WaitingFactor = 1.3;

    /// <summary>As for starved threads.</summary>
    private const double WorthAChange = 0.1;

    public static Finding? Find(RunEvidence run, string service)
    {
        var own = run.Processes.OwnMs(service);
        var waiting = Math.Max(0, own - run.Processes.IdleOwnMs(service));
        return run.ShareOfLatency(own) < WorthAChange || !IsContended(run, service) ? null : new Finding(
            Cause.LockContention,
            $"Requests in {service} wait for a lock that others hold.",
            [
                $"A thread of {service} found a lock taken {Count((long)Contentions(run, service))} times, "
                + $"{Short(PerRequest(run, service))} times for each request ({Metric.LockContentions}).",
                $"Requests wait {Milliseconds(own)} for {service}, of a mean latency of {Milliseconds(run.LatencyMs)}; "
                + $"when few others are there, {Milliseconds(run.Processes.IdleOwnMs(service))}.",
            ],
            run.ShareOfLatency(own),
            Loss.Latency,
            [
                new NextStep(
                    $"Find the lock in {service} (dotnet-trace, contention events) and hold it for less: no I/O or "
                    + "waiting inside, one lock for each key, or a concurrent collection.")
                {
                    Prediction = new Predictor(run).Shorter(waiting),
                },
            ]);
    }

    public static bool IsContended(RunEvidence run, string service) => PerRequest(run, service) >= ContendedRequests
        && run.Processes.OwnMs(service) >= run.Processes.IdleOwnMs(service) * WaitingFactor
        && !run.Processes.Computes(service);

    private static double PerRequest(RunEvidence run, string service) =>
        run.Load.Sent > 0 ? Contentions(run, service) / run.Load.Sent : 0;

    private static double Contentions(RunEvidence run, string service) => run.Metrics.Growth(service, Metric.LockContentions);
}
