using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Requests wait for the CPU that one service uses.</summary>
internal static class BusyProcess
{
    /// <summary>A service needs some time for itself in any run, and more of it on a busy machine; not that much.</summary>
    private const double WorthAChange = 0.15;

    public static Finding? Find(RunEvidence run, string service)
    {
        var processes = run.Processes;
        var (own, cpu, cores) = (processes.OwnMs(service), processes.CpuPerRequestMs(service), processes.BusiestCores(service));
        if (run.ShareOfLatency(own) < WorthAChange || !processes.IsShortOfCpu(service))
        {
            return null;
        }

        var finding = new Finding(
            Cause.BusyProcess,
            $"{service} is short of CPU.",
            [
                $"It uses {Milliseconds(cpu)} of CPU for each request, {Short(cores)} of {processes.Cores} cores "
                + "in its busiest third of the seconds.",
                $"Alone it takes {Milliseconds(processes.IdleOwnMs(service))} for a request, under this load "
                + $"{Milliseconds(own)}, of a mean latency of {Milliseconds(run.LatencyMs)}: the rest is waiting for a core.",
                $"{Short(processes.Cores)} cores can do that {Short(processes.Cores * 1000 / cpu)} times a second at most.",
            ],
            run.ShareOfLatency(own),
            Loss.Latency,
            [
                new NextStep($"Profile {service}: what does a request compute for {Milliseconds(cpu)}?")
                {
                    Prediction = new Predictor(run).Shorter(own),
                },
                new NextStep($"Run more instances of {service}, on cores of their own."),
            ]);
        return finding.Unless(cores < processes.All.Sum(process => processes.BusiestCores(process.Name)) / 2
            ? "other processes used more than half of the CPU together"
            : null);
    }
}
