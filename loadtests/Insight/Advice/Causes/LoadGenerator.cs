using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>The generator sends late, or takes the CPU that the system would need: the figures are then its own.</summary>
internal static class LoadGenerator
{
    /// <summary>
    /// Lateness is part of latency; a tenth of it makes any comparison doubtful. A service
    /// that fills the machine is why everybody is late.
    /// </summary>
    private const double LateShare = 0.1;

    /// <summary>
    /// Closed-loop users need a tenth of a core or two. A quarter of the machine, and more
    /// than the whole system under test, is not theirs.
    /// </summary>
    private const double ShareOfMachine = 0.25;

    public static Finding? Find(RunEvidence run)
    {
        var late = run.LatenessMs;
        var (own, cores) = (run.Load.Generator.CpuCores, run.Processes.Cores);
        var others = run.Processes.All.Where(process => !ProcessEvidence.IsCalled(process.Name, RunEvidence.Generator)).ToList();
        var isLate = run.ShareOfLatency(late) >= LateShare
            && !others.Any(process => run.Processes.FillsMachine(process.Name));
        var isGreedy = own >= cores * ShareOfMachine && own >= others.Sum(process => process.CpuMeanCores);
        return !isLate && !isGreedy ? null : new Finding(
            Cause.LoadGenerator,
            "The load generator itself is the limit: the figures are not the system's.",
            [
                $"Requests left {Milliseconds(late)} late on average"
                + $"{(run.Load.Generator.LatenessP99Ms is { } p99 ? $", one in a hundred {Milliseconds(p99)} or more" : "")}; "
                + $"that is in the mean latency of {Milliseconds(run.LatencyMs)}.",
                $"The generator used {Short(own)} of {cores} cores, all other processes together "
                + $"{Short(others.Sum(process => process.CpuMeanCores))}.",
            ],
            run.ShareOfLatency(late),
            Loss.Latency,
            [
                new NextStep(
                    "Run the generator on a machine of its own, or take the load from it that does not belong to the test."),
                new NextStep("Until then do not quote these figures."),
            ]);
    }
}
