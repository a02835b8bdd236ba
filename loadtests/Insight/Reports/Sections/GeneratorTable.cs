using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Whether the load generator kept up.</summary>
internal static class GeneratorTable
{
    public static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        return Html.Table(
            "The load generator: how late it sent requests, and what it used",
            runs.Select(run => run.Title),
            [
                Row("Lateness p50, ms", generator => Short(generator.LatenessP50Ms)),
                Row("Lateness p99, ms", generator => Short(generator.LatenessP99Ms)),
                Row("Lateness, highest, ms", generator => Short(generator.LatenessMaxMs)),
                Row("Processor, cores", generator => Short(generator.CpuCores)),
                ("Verdict", runs.Select(run => Verdict(run.Record))),
            ]);

        (string, IEnumerable<object>) Row(string label, Func<GeneratorRecord, string> text) =>
            (label, runs.Select(run => text(run.Record.Load.Generator)));
    }

    private static string Verdict(RunRecord run) => RunConditions.FromRecord(run) switch
    {
        { GeneratorLimit: not null, Disturbance: not null } => "it was short of CPU, and the machine was disturbed",
        { GeneratorLimit: not null } => "it was short of CPU",
        { Disturbance: not null } when run.Load.Generator.WasTheLimit => "it was late, since the machine was disturbed",
        { Disturbance: not null } => "it kept up, on a disturbed machine",
        _ => "it kept up",
    };
}
