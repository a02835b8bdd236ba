namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>The generator sends late, or takes CPU that the system needs: the figures then describe the generator.</summary>
internal static class LoadGenerator
{
    /// <summary>
    /// Lateness is part of latency; a tenth of latency makes any comparison doubtful. A service that fills the machine delays
    /// every other process, and so does a disturbed machine: lateness is then not the generator's fault.
    /// </summary>
    private const double LateShare = 0.1;

    public static Finding? Find(RunEvidence run)
    {
        var (late, own) = (run.LatenessMs, run.Load.Generator.CpuCores);
        var others = run.Processes.All
            .Where(process => !ProcessEvidence.IsCalled(process.Name, RunMetric.LoadGenerator))
            .ToList();
        var isLate = run.ShareOfLatency(late) >= LateShare
            && RunConditions.FromRecord(run.Record) is not { Disturbance: not null, GeneratorLimit: null }
            && !others.Any(process => run.Processes.FillsMachine(process.Name));
        var isGreedy = run.Processes.MachineIsFull && own >= others.Sum(process => process.CpuMeanCores);
        if (!isLate && !isGreedy)
        {
            return null;
        }

        return new Finding(
            Cause.LoadGenerator,
            isGreedy
                ? "The load generator itself is the limit: the figures are not the system's."
                : "Requests leave the load generator late: the figures are not the system's alone.",
            [
                $"Requests left {Milliseconds(late)} late on average"
                + (run.Load.Generator.LatenessP99Ms is { } p99 ? $", one in a hundred {Milliseconds(p99)} or more" : "")
                + $"; that is in the mean latency of {Milliseconds(run.LatencyMs)}.",
                $"The generator used {Short(own)} of {run.Processes.Cores} cores, all other processes together "
                + $"{Short(others.Sum(process => process.CpuMeanCores))}.",
            ],
            run.ShareOfLatency(late),
            [
                new NextStep(
                    "Run the generator on a separate machine, or remove load from its machine that is not part of the test."),
                new NextStep("Until then do not quote these figures."),
            ]).WithDoubt(isGreedy
                ? null
                : $"the generator used only {Short(own)} cores, so something else may have used the machine");
    }
}
