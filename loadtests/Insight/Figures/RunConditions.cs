namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>
/// Why figures of a run are less reliable: the load generator was late or short of CPU, the machine was disturbed, or both. If
/// the generator sends late because other programs used the machine, its lateness is part of the evidence of the disturbance.
/// </summary>
/// <param name="GeneratorLimit">The thresholds that the generator exceeded, in sentences; null if it exceeded none.</param>
/// <param name="Disturbance">What disturbed the machine, in sentences; null if nothing did or it is not known.</param>
public sealed record RunConditions(string? GeneratorLimit, string? Disturbance)
{
    /// <summary>If generator and system use this share of the machine, no core is free for a request that is due.</summary>
    private const double FullShare = 0.8;

    /// <summary>"short of CPU" if the CPU was used, otherwise "late"; null if the generator exceeded no threshold.</summary>
    public string? Generator { get; private init; }

    public bool AreGood => GeneratorLimit is null && Disturbance is null;

    /// <param name="limits">The thresholds that the generator exceeded, a sentence each.</param>
    /// <param name="generatorShare">CPU of the generator as a share of the machine, from 0 to 1.</param>
    /// <param name="machine">The machine load; null if it was not recorded.</param>
    public static RunConditions Judge(IReadOnlyList<string> limits, double generatorShare, MachineLoad? machine)
    {
        var disturbance = machine is null ? null : Disturbances(machine);
        if (limits.Count == 0)
        {
            return new RunConditions(null, disturbance);
        }

        var found = string.Join(' ', limits);
        var own = Math.Max(generatorShare, machine?.OwnShare ?? 0);
        return disturbance is null || own >= FullShare
            ? new RunConditions(found, disturbance) { Generator = own >= FullShare ? "short of CPU" : "late" }
            : new RunConditions(
                null, $"{disturbance} {found} Generator and system used only {Share(own)} of the machine.");
    }

    /// <summary>The disturbances of the machine, in sentences with their figures; null if there are none.</summary>
    public static string? Disturbances(MachineLoad machine)
    {
        var busiest = machine.Busiest is { } process
            ? $", the busiest of them {process.Name} (process {process.Id}) with {Short(process.Cores)} cores"
            : "";
        var stolen = machine.StolenShare > MachineLoad.AllowedStolenShare
            ? $"Other virtual machines took {Share(machine.StolenShare)} of the machine's time "
                + $"({Share(MachineLoad.AllowedStolenShare)} are allowed)."
            : null;
        var used = machine.OtherShare is { } others && others > MachineLoad.AllowedOtherShare
            ? $"Processes that do not belong to the run used {Share(others)} of the machine "
                + $"({Share(MachineLoad.AllowedOtherShare)} are allowed){busiest}."
            : null;
        string[] disturbances = [.. new[] { stolen, used }.OfType<string>()];
        return disturbances.Length > 0 ? string.Join(' ', disturbances) : null;
    }

    /// <summary>The use of the machine by others, in a sentence.</summary>
    /// <param name="load">The mean of one run, or the highest mean of several.</param>
    public static string DescribeOthers(MachineLoad load) =>
        $"While load was measured, other virtual machines took {Share(load.StolenShare)} of the machine's time"
        + (load.OtherShare is { } others ? $", and other programs {Share(others)}" : "")
        + " (the mean; of several runs the highest)."
        + (load.OtherShare is null ? " What other programs used is not known." : "");

    public static RunConditions FromRecord(RunRecord run)
    {
        var (generator, machine) = (run.Load.Generator, run.Manifest.Machine);
        var used = $"the generator used {Short(generator.CpuCores)} of {machine.Cores} cores";
        IReadOnlyList<string> limits = generator switch
        {
            { WasTheLimit: false } => [],
            { Limits: { } known } => known,
            { LatenessP99Ms: { } late } => [$"1 % of requests left {Short(late)} ms late or more; {used}."],
            _ => [$"{char.ToUpperInvariant(used[0])}{used[1..]}."],
        };
        return Judge(limits, generator.CpuCores / Math.Max(1, machine.Cores), machine.DuringRun);
    }
}
