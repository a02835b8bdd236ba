namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Requests wait for the CPU that one service uses, and not for a lock in it, whose waits use CPU too.</summary>
internal static class BusyProcess
{
    /// <summary>Every service has some own time, and more on a busy machine, but less than this share of latency.</summary>
    private const double MinShare = 0.15;

    public static Finding? Find(RunEvidence run, string service)
    {
        var processes = run.Processes;
        var (own, cpu, cores) = (processes.OwnMs(service), processes.CpuPerRequestMs(service), processes.BusiestCores(service));
        if (run.ShareOfLatency(own) < MinShare || !processes.IsShortOfCpu(service) || LockContention.IsContended(run, service))
        {
            return null;
        }

        return new Finding(
            Cause.BusyProcess,
            $"{service} is short of CPU.",
            [
                $"It uses {Milliseconds(cpu)} of CPU for each request, {Short(cores)} of {processes.Cores} cores "
                + "in its busiest third of the seconds.",
                $"A request takes {Milliseconds(processes.IdleOwnMs(service))} in it without other load, under this load "
                + $"{Milliseconds(own)}, of a mean latency of {Milliseconds(run.LatencyMs)}: the rest is waiting for a core.",
                $"{Short(processes.Cores)} cores can process {Short(processes.Cores * 1000 / cpu)} requests a second at most.",
            ],
            run.ShareOfLatency(own),
            [
                new NextStep(
                    $"Profile {service}: find out what takes {Milliseconds(cpu)} of CPU in a request.",
                    Prediction: new Predictor(run).Shorter(own)),
                new NextStep($"Run more instances of {service}, each on separate cores."),
            ]).WithDoubt(cores < processes.All.Sum(process => processes.BusiestCores(process.Name)) / 2
                ? "other processes used more than half of the CPU together"
                : null);
    }
}
