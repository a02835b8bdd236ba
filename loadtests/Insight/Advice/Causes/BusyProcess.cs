using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Requests wait for the CPU that one service uses.</summary>
internal static class BusyProcess
{
    private const double WorthAChange = 0.15;

    /// <summary>A process that leaves two thirds of the machine to others in the heaviest part of the load does not fill it.</summary>
    private const double ShareOfMachine = 0.35;

    public static Finding? Find(RunEvidence run, string service)
    {
        var processes = run.Processes;
        var (own, cpu, cores) = (processes.OwnMs(service), processes.CpuPerRequestMs(service), processes.BusiestCores(service));
        if (run.ShareOfLatency(own) < WorthAChange || cores < processes.Cores * ShareOfMachine || !processes.IsCpuBound(service))
        {
            return null;
        }

        return new Finding(
            Cause.BusyProcess,
            $"{service} is short of CPU.",
            [
                $"It uses {Milliseconds(cpu)} of CPU for each request, {Short(cores)} of {processes.Cores} cores in the last third of the load.",
                $"Alone it takes {Milliseconds(processes.IdleOwnMs(service))} for a request, under this load {Milliseconds(own)}, "
                + $"of a mean latency of {Milliseconds(run.LatencyMs)}: the rest is waiting for a core.",
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
    }
}
