namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Work items wait for a thread pool thread, while the existing threads are blocked and do not compute.</summary>
internal static class ThreadStarvation
{
    /// <summary>
    /// A burst fills the queue only for a moment. An average of two items, and of one item for eight threads, shows that threads
    /// are missing.
    /// </summary>
    private const double ItemsWaiting = 2;
    private const double ItemsForEachThread = 1.0 / 8;

    /// <summary>The pool exceeds its minimum number of threads only when work items make no progress.</summary>
    private const double ThreadsAdded = 2;

    /// <summary>
    /// A queue this many times longer needs no other evidence: the pool adds a thread only after half a second without any
    /// progress, so it may add none.
    /// </summary>
    private const double ManyTimes = 2.5;

    // Samples are a second apart.
    private const int Sustained = 3;

    /// <summary>
    /// If threads are missing, a few more users raise the delay quickly, so a tenth of latency is enough. Requests that wait
    /// as long before the service reads them also show that the queue is not a burst.
    /// </summary>
    private const double WorthAChange = 0.1;

    public static Finding? Find(RunEvidence run)
    {
        if (run.Processes.Services.Where(service => IsStarved(run, service)).MaxBy(run.Processes.OwnMs) is not { } service)
        {
            return null;
        }

        var (queue, threads) = (Queue(run, service), run.Metrics.Gauge(service, Metric.PoolThreads));
        var unread = run.Processes.UnreadMs(service);
        var wait = run.Processes.OwnMs(service) + unread;
        return run.ShareOfLatency(wait) < WorthAChange ? null : new Finding(
            Cause.ThreadStarvation,
            $"{service} runs out of threads: its handlers block them.",
            [
                $"For {Sustained} seconds in a row {Short(queue)} work items on average waited for a thread of {service}'s pool, "
                + (threads.Max() > threads[0]
                    ? $"which grew from {threads[0]:0} to {threads.Max():0} threads."
                    : $"which stayed at {threads[0]:0} threads."),
                "They do not wait for CPU: a request takes "
                + $"{Milliseconds(run.Processes.CpuPerRequestMs(service))} of {service}'s CPU, and "
                + $"{Milliseconds(run.Processes.IdleOwnMs(service))} of its time even with few concurrent requests.",
                $"Requests wait {Milliseconds(wait)} for {service} itself, {run.OfMeanLatency}"
                + (run.ShareOfLatency(unread) >= WorthAChange
                    ? $", {Milliseconds(unread)} of it before messages are read."
                    : "."),
            ],
            run.ShareOfLatency(wait),
            [
                new NextStep(
                    $"Find what blocks in {service} (.Result, .Wait, Thread.Sleep, synchronous I/O) and await it instead."),
                new NextStep(
                    "Until then raise the minimum of the pool (DOTNET_ThreadPool_ForceMinWorkerThreads): "
                    + "threads cost memory, not time."),
            ]).WithDoubt(run.Processes.IsSlowForAll(service)
                ? null
                : "a request takes much less with few concurrent requests, so threads may be busy rather than blocked");
    }

    public static bool IsStarved(RunEvidence run, string service) => LacksThreads(run, service)
        && !run.Processes.IsShortOfCpu(service)
        && !LockContention.IsContended(run, service);

    private static bool LacksThreads(RunEvidence run, string service)
    {
        var (queue, threads) = (Queue(run, service), run.Metrics.Gauge(service, Metric.PoolThreads));
        if (threads.Count == 0)
        {
            return false;
        }

        var few = Math.Max(ItemsWaiting, threads[0] * ItemsForEachThread);
        return queue >= few * ManyTimes
            || (queue >= few && (threads.Max() - threads[0] >= ThreadsAdded
                || run.ShareOfLatency(run.Processes.UnreadMs(service)) >= WorthAChange));
    }

    /// <summary>The largest mean length of the queue over that number of consecutive seconds.</summary>
    private static double Queue(RunEvidence run, string service)
    {
        var lengths = run.Metrics.Gauge(service, Metric.PoolQueue);
        return Enumerable.Range(0, Math.Max(0, lengths.Count - Sustained + 1))
            .Select(first => lengths.Skip(first).Take(Sustained).Average())
            .DefaultIfEmpty()
            .Max();
    }
}
