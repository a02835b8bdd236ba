using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>What each process used, and whether the generator kept up.</summary>
internal static class ProcessesSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        var processes = runs.SelectMany(run => run.Record.Processes).ToList();
        var (cpu, memory) = (processes.Select(p => p.CpuMaxCores).DefaultIfEmpty().Max(), processes.Select(p => p.MemoryMaxMiB).DefaultIfEmpty().Max());
        return Html.Section(
            "processes",
            "Processor, memory, and the load generator",
            Html.Paragraph("Bars are means, ticks are maxima. Processor in cores (1 is one core fully used), memory in MiB; processor above, memory below."),
            Html.Panels(runs.Select(run => Html.Figure(run.Title, SeeHere(run), Processor(run, cpu).ToSvg(), Memory(run, memory).ToSvg()))),
            Html.Wide("The load generator", Generator(runs)));
    }

    private static BarChart Processor(ReportRun run, double largest) =>
        new(
            $"{run.Title}: processor use of each process",
            SeeHere(run),
            [.. run.Record.Processes.Select(p => new Bar(p.Name, p.CpuMeanCores, $"{FigureText.Short(p.CpuMeanCores)} (max {FigureText.Short(p.CpuMaxCores)}) cores", "c1", p.CpuMaxCores))])
        { Largest = largest };

    private static BarChart Memory(ReportRun run, double largest) =>
        new(
            $"{run.Title}: memory of each process",
            "Mean and maximum of the working set.",
            [.. run.Record.Processes.Select(p => new Bar(p.Name, p.MemoryMeanMiB, $"{FigureText.Short(p.MemoryMeanMiB)} (max {FigureText.Short(p.MemoryMaxMiB)}) MiB", "c3", p.MemoryMaxMiB))])
        { Largest = largest };

    private static string SeeHere(ReportRun run)
    {
        var cores = run.Record.Manifest.Machine.Cores;
        var used = run.Record.Processes.Sum(process => process.CpuMeanCores);
        return run.Record.Processes.MaxBy(process => process.CpuMeanCores) is not { } busiest
            ? "no process was sampled."
            : $"{busiest.Name} uses the processor most, {FigureText.Short(busiest.CpuMeanCores)} cores on average; "
                + $"all of these together use {FigureText.Short(used)} of the machine's {cores}.";
    }

    private static XElement Generator(IReadOnlyList<ReportRun> runs)
    {
        return Html.Table(
            "The load generator: how late it sent requests, and what it used",
            runs.Select(run => run.Title),
            [
                Row("Lateness p50, ms", generator => FigureText.Short(generator.LatenessP50Ms)),
                Row("Lateness p99, ms", generator => FigureText.Short(generator.LatenessP99Ms)),
                Row("Lateness, highest, ms", generator => FigureText.Short(generator.LatenessMaxMs)),
                Row("Processor, cores", generator => FigureText.Short(generator.CpuCores)),
                Row("Verdict", generator => generator.WasTheLimit ? "it was at its limit" : "it kept up"),
            ]);

        (string, IEnumerable<object>) Row(string label, Func<GeneratorRecord, string> text) => (label, runs.Select(run => text(run.Record.Load.Generator)));
    }
}
