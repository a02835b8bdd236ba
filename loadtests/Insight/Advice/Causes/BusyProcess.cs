namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>Requests wait for the CPU that one service uses, and not for a lock in it, whose waits use CPU too.</summary>
internal static class BusyProcess
{
    /// <summary>Every service has some own time, and more on a busy machine, but less than this share of latency.</summary>
    private const double MinShare = 0.15;

    public static Finding? Find(RunEvidence run, string service)
    {
        var processes = run.Processes;
        var hasTraces = run.Requests.Count > 0;
        var (cpu, cores) = (processes.CpuPerRequestMs(service), processes.BusiestCores(service));
        // Without traces only the CPU of a request is known, and not how long it waits for more.
        var own = hasTraces ? processes.OwnMs(service) + UnreadMs(run, service) : cpu;
        if (run.ShareOfLatency(own) < MinShare || LockContention.IsContended(run, service)
            || !(hasTraces ? processes.IsShortOfCpu(service) : HasNoMore(run, service)))
        {
            return null;
        }

        var isWaiting = HasNoMore(run, service);
        return !isWaiting && own < SlowBackend.MinMs ? null : new Finding(
            Cause.BusyProcess,
            isWaiting ? $"{service} is short of CPU." : $"A request mostly computes in {service}.",
            [
                $"It uses {Milliseconds(cpu)} of CPU for each request, {Short(cores)} of {processes.Cores} cores "
                + "in its busiest third of the seconds.",
                .. LoopInWords(run, service),
                .. hasTraces ? [TimeInWords(run, service, isWaiting)] : Array.Empty<string>(),
                .. cpu > 0 ? [CapacityInWords(run, service)] : Array.Empty<string>(),
            ],
            run.ShareOfLatency(own),
            [
                new NextStep(
                    $"Profile {service}: find out what takes {Milliseconds(cpu)} of CPU in a request. At best it takes no time "
                    + $"in {service}, which is predicted.",
                    Prediction: new Predictor(run).Shorter(own)),
                new NextStep(
                    $"Run more instances of {service}, each on separate cores, so that requests do not wait.",
                    Prediction: isWaiting && hasTraces
                        ? new Predictor(run).Shorter(own - Math.Max(cpu, processes.IdleOwnMs(service)))
                        : null),
            ])
            .WithDoubt(hasTraces ? null : "without traces it is not known how long requests wait for the service")
            .WithDoubt(isWaiting ? null : "cores were free, so requests did not wait for them")
            .WithDoubt(processes.ThreadIsBusy(service) ? ThreadDoubt(run, service) : null)
            .WithDoubt(!processes.ThreadIsBusy(service)
                && cores < processes.All.Sum(process => processes.BusiestCores(process.Name)) / 2
                ? "other processes used more than half of the CPU together"
                : null);
    }

    private static string? ThreadDoubt(RunEvidence run, string service) => run.Processes switch
    {
        { MachineIsFull: true } => null,
        var processes when processes.LoopUtilization(service) is null =>
            "it never uses more than about one core, as a program with one thread does, but has no metric of an event loop",
        var processes when processes.ThreadUtilization(service) < ProcessEvidence.BusyThread =>
            "its thread is idle for much of the time",
        _ => null,
    };

    /// <summary>Whether the service uses nearly all CPU that it can use: that of the machine, or of its only thread.</summary>
    private static bool HasNoMore(RunEvidence run, string service) =>
        run.Processes.ThreadIsBusy(service) || run.Processes.FillsMachine(service)
        || (run.Requests.Count == 0 && run.Processes.ThreadUtilization(service) >= ProcessEvidence.BusyThread)
        || (run.Processes.MachineIsFull && run.Processes.Computes(service));

    private static IEnumerable<string> LoopInWords(RunEvidence run, string service)
    {
        if (run.Processes.LoopUtilization(service) is { } utilization)
        {
            yield return $"Its event loop, which one thread runs, is busy for {Share(utilization)} of the time"
                + (run.Metrics.Highest(service, Metric.LoopDelay) is { } delay
                    ? $"; one in a hundred of its turns starts {Milliseconds(delay * 1000)} late or later."
                    : ".");
        }
    }

    private static string TimeInWords(RunEvidence run, string service, bool isWaiting) =>
        $"A request takes {Milliseconds(run.Processes.IdleOwnMs(service))} in it without other load, under this load "
        + $"{Milliseconds(run.Processes.OwnMs(service) + UnreadMs(run, service))}, {run.OfMeanLatency}"
        + (isWaiting ? ": the rest is waiting for a core" : "")
        + (UnreadMs(run, service) is > 0 and var unread ? $", {Milliseconds(unread)} of it before messages are read." : ".");

    /// <summary>Messages wait until the only thread of the service reads them.</summary>
    private static double UnreadMs(RunEvidence run, string service) =>
        run.Processes.ThreadIsBusy(service) ? run.Processes.UnreadMs(service) : 0;

    private static string CapacityInWords(RunEvidence run, string service)
    {
        var cores = run.Processes.ThreadIsBusy(service) ? 1 : run.Processes.Cores;
        return $"{Counted(cores, "core")} can process {Short(cores * 1000 / run.Processes.CpuPerRequestMs(service))} "
            + "requests a second at most.";
    }
}
