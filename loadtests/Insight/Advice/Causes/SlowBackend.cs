using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Requests wait for a service that itself waits for something, and not for the database, CPU or a thread.</summary>
internal static class SlowBackend
{
    /// <summary>As for a busy process.</summary>
    private const double WorthAChange = 0.15;

    public static Finding? Find(RunEvidence run, string service)
    {
        var own = run.Processes.OwnMs(service);
        if (run.ShareOfLatency(own) < WorthAChange
            || run.Processes.IsShortOfCpu(service)
            || ThreadStarvation.IsStarved(run, service))
        {
            return null;
        }

        return new Finding(
            Cause.SlowBackend,
            $"{service} is slow by itself.",
            [
                $"Requests wait {Milliseconds(own)} for {service} after every other answer is there, "
                + $"of a mean latency of {Milliseconds(run.LatencyMs)}.",
                $"It is not the database. A request takes {Milliseconds(run.Processes.CpuPerRequestMs(service))} of {service}'s "
                + "CPU, which does not fill the machine, and no work waits for a thread.",
            ],
            run.ShareOfLatency(own),
            Loss.Latency,
            [
                new NextStep($"Look at what {service} waits for: a service behind it, a lock, a timer, a disk.")
                {
                    Prediction = new Predictor(run).Shorter(own),
                },
            ]);
    }
}
