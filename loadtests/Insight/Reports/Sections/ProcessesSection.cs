using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;
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
            "Processor, memory, and the load generator",
            Html.Paragraph(
                "Bars are means, ticks are maxima. Above, the processor in cores (1 is one core fully used); "
                + "below, memory in MiB."),
            Html.Panels(runs.Select(run => Html.Figure(
                run.Title, SeeHere(run), Processor(run, mostCores).ToSvg(), Memory(run, mostMemory).ToSvg()))),
            Html.Wide("The load generator", Generator(runs)));
    }

    private static BarChart Processor(ReportRun run, double largest) =>
        new(
            $"{run.Title}: processor use of each process",
            SeeHere(run),
            [.. run.Record.Processes.Select(process => BarOf(process.Name, process.CpuMeanCores, process.CpuMaxCores, "c1"))])
        { Largest = largest };

    private static BarChart Memory(ReportRun run, double largest) =>
        new(
            $"{run.Title}: memory of each process",
            "Mean and maximum of the working set.",
            [.. run.Record.Processes.Select(process => BarOf(process.Name, process.MemoryMeanMiB, process.MemoryMaxMiB, "c3"))])
        { Largest = largest };

    private static Bar BarOf(string name, double mean, double most, string cssClass) =>
        new(name, mean, $"{Short(mean)} (max {Short(most)})", cssClass, most);

    private static string SeeHere(ReportRun run)
    {
        var cores = run.Record.Manifest.Machine.Cores;
        var used = run.Record.Processes.Sum(process => process.CpuMeanCores);
        return run.Record.Processes.MaxBy(process => process.CpuMeanCores) is not { } busiest
            ? "no process was sampled."
            : $"{busiest.Name} uses the processor most, {Short(busiest.CpuMeanCores)} cores on average; "
                + $"all of these together use {Short(used)} of the machine's {cores}.";
    }

    private static XElement Generator(IReadOnlyList<ReportRun> runs)
    {
        return Html.Table(
            "The load generator: how late it sent requests, and what it used",
            runs.Select(run => run.Title),
            [
                Row("Lateness p50, ms", generator => Short(generator.LatenessP50Ms)),
                Row("Lateness p99, ms", generator => Short(generator.LatenessP99Ms)),
                Row("Lateness, highest, ms", generator => Short(generator.LatenessMaxMs)),
                Row("Processor, cores", generator => Short(generator.CpuCores)),
                Row("Verdict", generator => generator.WasTheLimit ? "it was at its limit" : "it kept up"),
            ]);

        (string, IEnumerable<object>) Row(string label, Func<GeneratorRecord, string> text) =>
            (label, runs.Select(run => text(run.Record.Load.Generator)));
    }
}
