namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Every request waits for a service, and the service does not wait for the database, CPU, a thread or a lock.</summary>
internal static class SlowBackend
{
    /// <summary>The same share as for a busy process.</summary>
    private const double WorthAChange = 0.15;

    public static Finding? Find(RunEvidence run, string service)
    {
        var own = run.Processes.OwnMs(service);
        if (run.ShareOfLatency(own) < WorthAChange
            || run.Processes.IsShortOfCpu(service)
            || !run.Processes.IsSlowForAll(service)
            || ThreadStarvation.IsStarved(run, service)
            || LockContention.IsContended(run, service))
        {
            return null;
        }

        return new Finding(
            Cause.SlowBackend,
            $"{service} is slow by itself.",
            [
                $"Requests wait {Milliseconds(own)} for {service} after every other answer has arrived, "
                + $"of a mean latency of {Milliseconds(run.LatencyMs)}.",
                $"It is not the database. A request takes {Milliseconds(run.Processes.CpuPerRequestMs(service))} of {service}'s "
                + "CPU, and no work waits for a thread or a lock.",
                $"Nine requests in ten wait {Milliseconds(run.Processes.IdleOwnMs(service))} or more.",
            ],
            run.ShareOfLatency(own),
            [
                new NextStep(
                    $"Look at what {service} waits for: a service behind it, a lock, a timer, a disk.",
                    Prediction: new Predictor(run).Shorter(own)),
            ]).WithDoubt("it follows from excluding the database, CPU, threads and locks");
    }
}
