using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>What each process used, and whether the generator kept up.</summary>
internal static class ProcessesSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        var processes = runs.SelectMany(run => run.Record.Processes).ToList();
        var mostCores = processes.Select(process => process.CpuMaxCores).DefaultIfEmpty().Max();
        var mostMemory = processes.Select(process => process.MemoryMaxMiB).DefaultIfEmpty().Max();
        return Html.Section(
            "processes",
            "Processes and machine",
            Exhibits.Lay(
                runs,
                [
                    new Exhibit(
                        "Processor",
                        "In cores; 1 is one core fully used. The bar is the mean, the tick the highest second.",
                        run => Processor(run, mostCores)),
                    new Exhibit(
                        "Memory",
                        "Resident memory in MiB. The bar is the mean, the tick the highest second.",
                        run => Memory(run, mostMemory)),
                    .. runs is [_] ? ResourceCharts.Exhibits : [],
                ]),
            runs.Select(ResourceTable.Build),
            Html.Wide("The load generator", GeneratorTable.Build(runs)));
    }

    private static ExhibitResult Processor(ReportRun run, double largest)
    {
        var cores = run.Record.Manifest.Machine.Cores;
        var used = run.Record.Processes.Sum(process => process.CpuMeanCores);
        return run.Record.Processes.MaxBy(process => process.CpuMeanCores) is not { } busiest
            ? new ExhibitResult("no process was sampled.")
            : ExhibitResult.In(new BarChart(
                $"{run.Title}: processor use of each process",
                $"{busiest.Name} uses the processor most, {Short(busiest.CpuMeanCores)} cores on average; "
                + $"all of these together use {Short(used)} of the machine's {cores}.",
                [.. run.Record.Processes.Select(process => BarOf(process.Name, process.CpuMeanCores, process.CpuMaxCores, "c1"))])
            {
                Largest = largest,
                ValueName = "mean, cores",
                MarkerName = "highest second, cores",
            });
    }

    private static ExhibitResult Memory(ReportRun run, double largest) =>
        run.Record.Processes.MaxBy(process => process.MemoryMaxMiB) is not { } largestProcess
            ? new ExhibitResult("no process was sampled.")
            : ExhibitResult.In(new BarChart(
                $"{run.Title}: memory of each process",
                $"{largestProcess.Name} holds the most, up to {Short(largestProcess.MemoryMaxMiB)} MiB.",
                [
                    .. run.Record.Processes.Select(process =>
                        BarOf(process.Name, process.MemoryMeanMiB, process.MemoryMaxMiB, "c3")),
                ])
            {
                Largest = largest,
                ValueName = "mean, MiB",
                MarkerName = "highest second, MiB",
            });

    private static Bar BarOf(string name, double mean, double most, string cssClass) =>
        new(name, mean, $"{Short(mean)} (max {Short(most)})", cssClass, most);
}
