namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// Requests of a service wait for a lock that its other requests hold: .NET counts the waits; of other services, the traces show
/// that requests are answered one after another, or take longer the more of them are in progress, without using more CPU.
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
        return run.ShareOfLatency(own) < WorthAChange ? null
            : IsContended(run, service) ? FromMetric(run, service, own)
            : MakesRequestsWait(run, service) ? FromTraces(run, service, own)
            : null;
    }

    private static Finding FromMetric(RunEvidence run, string service, double own) => new(
        Cause.LockContention,
        $"Requests in {service} wait for a lock that others hold.",
        [
            $"A thread of {service} found a lock taken {Count((long)Contentions(run, service))} times, "
            + $"{Short(PerRequest(run, service))} times for each request ({Metric.LockContentions}).",
            $"Requests wait {Milliseconds(own)} for {service}, {run.OfMeanLatency}; with few concurrent requests "
            + $"{Milliseconds(run.Processes.IdleOwnMs(service))}.",
        ],
        run.ShareOfLatency(own),
        [Step(run, service, " (dotnet-trace, contention events)", own - run.Processes.IdleOwnMs(service))]);

    private static Finding FromTraces(RunEvidence run, string service, double own)
    {
        var oneByOne = MutualWaits.AreServedOneByOne(run, service);
        var atOnce = Math.Max(1, run.Load.RequestsPerSecond * own / 1000);
        var alone = oneByOne ? Math.Min(run.Processes.IdleOwnMs(service), own / atOnce) : run.Processes.IdleOwnMs(service);
        return new Finding(
            Cause.LockContention,
            oneByOne
                ? $"{service} serves its requests one after another: they wait for a lock."
                : $"Requests in {service} wait for each other, as at a lock.",
            [
                oneByOne
                    ? $"{Short(atOnce)} requests are in {service} at a time, and their answers are as far apart as if only one "
                        + "were worked on."
                    : $"A request takes longer in {service} the more requests are in progress.",
                $"Requests wait {Milliseconds(own)} for {service}, {run.OfMeanLatency}; alone {Milliseconds(alone)}.",
                run.Processes.CpuIsKnown(service)
                    ? $"They do not wait for CPU: a request takes {Milliseconds(run.Processes.CpuPerRequestMs(service))} of it."
                    : $"The CPU of {service} was not measured.",
            ],
            run.ShareOfLatency(own),
            [Step(run, service, "", own - alone)])
            .WithDoubt(run.Processes.CpuIsKnown(service) ? null : "requests may wait for CPU, which was not measured")
            .WithDoubt(oneByOne ? null : "any resource of which there are few, such as connections, looks the same");
    }

    private static NextStep Step(RunEvidence run, string service, string how, double waitMs) => new(
        $"Find the lock in {service}{how} and hold it for a shorter time: no I/O or "
        + "waiting inside, one lock for each key, or a concurrent collection.",
        Prediction: new Predictor(run).Shorter(Math.Max(0, waitMs)));

    /// <summary>Whether the traces show that requests wait in the service for each other, and not for CPU or threads.</summary>
    public static bool MakesRequestsWait(RunEvidence run, string service) =>
        run.ShareOfLatency(run.Processes.OwnMs(service)) >= WorthAChange
        && !run.Processes.IsShortOfCpu(service)
        && !ThreadStarvation.IsStarved(run, service)
        && !ConnectionPool.Explains(run, service)
        && !ConcurrencyLimit.Explains(run, service)
        && (MutualWaits.AreServedOneByOne(run, service)
            || (run.Processes.OwnMs(service) >= run.Processes.IdleOwnMs(service) * WaitingFactor
                && MutualWaits.GrowWithLoad(run, request => request.InsideMs.GetValueOrDefault(service))));

    public static bool IsContended(RunEvidence run, string service) => PerRequest(run, service) >= ContendedRequests
        && run.Processes.OwnMs(service) >= run.Processes.IdleOwnMs(service) * WaitingFactor
        && !run.Processes.Computes(service);

    private static double PerRequest(RunEvidence run, string service) =>
        run.Load.Sent > 0 ? Contentions(run, service) / run.Load.Sent : 0;

    private static double Contentions(RunEvidence run, string service) => run.Metrics.Growth(service, Metric.LockContentions);
}
