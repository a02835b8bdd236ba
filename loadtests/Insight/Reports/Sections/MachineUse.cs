namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The share of the machine that all processes of a run used together.</summary>
internal static class MachineUse
{
    private const string Cpu = "CPU";
    private const double MiBInGiB = 1024;

    public static RunChart Chart { get; } = new(
        "All processes together",
        "In per cent of the machine's cores and memory, the load generator included. The bar is the mean, the tick the highest "
        + "second.",
        Draw);

    private static Chart Draw(ReportRun run)
    {
        var machine = run.Record.Manifest.Machine;
        var uses = !machine.IsKnown ? [] : TimeSeries.ByProcess(run, run.Samples.Processes.GroupBy(sample => sample.Second)
            .SelectMany(second => new[]
            {
                (Cpu, second.Key, 100 * second.Sum(sample => sample.CpuCores) / machine.Cores),
                ("memory", second.Key, 100 * second.Sum(sample => sample.MemoryMiB) / (machine.MemoryGiB * MiBInGiB)),
            }));
        return uses.Count == 0 ? new MissingChart("not recorded in this run.") : new BarChart(
            run.Caption("processor and memory of the machine, used by all processes of the run"),
            string.Join(", ", uses.Select(use => $"{use.Process} {Short(use.Mean)} % on average, at most {Short(use.Largest)} %"))
                + $"; of {machine.Cores} cores and {Short(machine.MemoryGiB)} GiB.",
            [
                .. uses.Select(use => new Bar(
                    use.Process, use.Mean, $"{Short(use.Mean)} % (max {Short(use.Largest)} %)", use.Process == Cpu ? "c1" : "c3",
                    use.Largest)),
            ])
        { ValueName = "mean, %", MarkerName = "highest second, %" };
    }
}
