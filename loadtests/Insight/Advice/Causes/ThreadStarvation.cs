using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Work of a service waits for a thread of its pool, while the threads that there are do not compute.</summary>
internal static class ThreadStarvation
{
    /// <summary>A burst leaves a few items in the queue for a moment; an average of more says that threads are missing.</summary>
    private const double ItemsWaiting = 2;

    /// <summary>The pool adds threads above its floor only when it sees that work does not get done.</summary>
    private const double ThreadsAdded = 2;

    /// <summary>With threads missing already, this much of latency is a matter of a few users more.</summary>
    private const double WorthAChange = 0.1;

    public static Finding? Find(RunEvidence run)
    {
        if (run.Processes.Services.Where(service => IsStarved(run, service)).MaxBy(run.Processes.OwnMs) is not { } service)
        {
            return null;
        }

        var (queue, threads) = (Queue(run, service), run.Metrics.Gauge(service, Metric.PoolThreads));
        var own = run.Processes.OwnMs(service);
        return run.ShareOfLatency(own) < WorthAChange ? null : new Finding(
            Cause.ThreadStarvation,
            $"{service} runs out of threads: its handlers block them.",
            [
                $"On average {Short(queue)} work items waited for a thread of {service}'s pool, and the pool grew from "
                + $"{threads[0]:0} to {threads.Max():0} threads.",
                $"It is not CPU that they wait for: a request takes {Milliseconds(run.Processes.CpuPerRequestMs(service))} of {service}'s CPU, "
                + $"and {Milliseconds(run.Processes.IdleOwnMs(service))} of its time even when few others are there.",
                $"Requests wait {Milliseconds(own)} for {service} itself, of a mean latency of {Milliseconds(run.LatencyMs)}.",
            ],
            run.ShareOfLatency(own),
            Loss.Latency,
            [
                new NextStep($"Find what blocks in {service} (.Result, .Wait, Thread.Sleep, synchronous I/O) and await it instead."),
                new NextStep("Until then raise the floor of the pool (DOTNET_ThreadPool_ForceMinWorkerThreads): threads cost memory, not time."),
            ]);
    }

    public static bool IsStarved(RunEvidence run, string service)
    {
        var threads = run.Metrics.Gauge(service, Metric.PoolThreads);
        return Queue(run, service) >= ItemsWaiting && threads.Max() - threads[0] >= ThreadsAdded && !run.Processes.IsShortOfCpu(service)
            && !run.Processes.Computes(service);
    }

    /// <summary>The mean of the second half, where the load is heavier.</summary>
    private static double Queue(RunEvidence run, string service)
    {
        var lengths = run.Metrics.Gauge(service, Metric.PoolQueue);
        return run.Metrics.Gauge(service, Metric.PoolThreads).Count == 0 ? 0 : lengths.Skip(lengths.Count / 2).DefaultIfEmpty().Average();
    }
}
