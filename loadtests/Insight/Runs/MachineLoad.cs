namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// The CPU use of the machine while load was measured: shares of the time of all its cores, from 0 to 1. The limits define a
/// disturbed machine for warnings, the advisor, the repetition of capacity trials and <c>doctor</c>.
/// </summary>
/// <param name="StolenShare">Time in which a process was ready to run and the hypervisor ran another virtual machine.</param>
/// <param name="OtherShare">CPU of processes outside of the run; null if the run's own processes are not known.</param>
/// <param name="OwnShare">CPU of the load generator and of all processes that the lab started.</param>
public sealed record MachineLoad(double StolenShare, double? OtherShare, double OwnShare)
{
    /// <summary>Above these limits a rate that the system can take may look too high for it.</summary>
    public const double AllowedStolenShare = 0.05;
    public const double AllowedOtherShare = 0.1;

    /// <summary>
    /// Limits before a run, when none of its processes is running. Time is stolen only while a process is ready to run, and a run
    /// leaves less CPU to other processes.
    /// </summary>
    public const double AllowedStolenShareAtRest = 0.01;
    public const double AllowedOtherShareAtRest = 0.05;

    /// <summary>The highest share of each kind in any of the runs; null if none was recorded.</summary>
    public static MachineLoad? Highest(IEnumerable<MachineLoad?> runs)
    {
        List<MachineLoad> known = [.. runs.OfType<MachineLoad>()];
        return known.Count == 0 ? null : new MachineLoad(
            known.Max(run => run.StolenShare), known.Max(run => run.OtherShare), known.Max(run => run.OwnShare))
        {
            Busiest = known.MaxBy(run => run.OtherShare)!.Busiest,
        };
    }

    /// <summary>
    /// Bytes that all processes sent over the loopback interface; null if the operating system does not report them. Linux does
    /// not count the network traffic of single processes.
    /// </summary>
    public long? LoopbackBytes { get; init; }

    /// <summary>The process outside of the run that used the most CPU; null if none used any.</summary>
    public OtherProcess? Busiest { get; init; }
}

/// <summary>A process that does not belong to the run, and the cores that it used on average.</summary>
public sealed record OtherProcess(int Id, string Name, double Cores);
