using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Sections;

namespace DroneDelivery.LoadTests.Insight.Overload;

/// <summary>The overload lab on one page that opens from disk.</summary>
internal static class OverloadReport
{
    public static Task WriteAsync(OverloadRecord record, string path, CancellationToken cancellationToken) =>
        ReportDocument.WriteAsync(Build(record), path, cancellationToken);

    internal static XElement Build(OverloadRecord record) => ReportPage.Build(
        "DroneDelivery: overload",
        OverloadText.Summary(record),
        Warnings(record),
        [
            Goals(record),
            Figures(record),
            .. OverloadCharts.OfferedLoad(record) is { } chart
                ? [Html.Section("offered", "How much of what is offered", Html.Panels([Figure(chart)]))]
                : Array.Empty<XElement>(),
            .. record.Runs.GroupBy(run => run.Shape).Select(shape => Shape([.. shape], record.ObjectiveMs)),
            RepeatSection.Build(record.StartedAt, record.Command, record.Machine),
        ]);

    private static IEnumerable<string> Warnings(OverloadRecord record) =>
    [
        .. RunWarnings.OfSetting(record.DebugBuild, record.Machine),
        .. record.Failure is { } failure ? [failure] : Array.Empty<string>(),
        .. record.Interrupted ? ["Interrupted: not all was run."] : Array.Empty<string>(),
        .. record.Runs.Where(run => run.GeneratorLimit is not null)
            .Select(run => $"{run.Shape}, {run.Setting}: the load generator may have been the limit: {run.GeneratorLimit}"),
    ];

    private static XElement Goals(OverloadRecord record) => Html.Section(
        "goals",
        "What has to be true",
        Html.Element("ul", Html.Class("verdicts"), OverloadVerdicts.Of(record).Select(verdict => Html.Element(
            "li", Html.Element("b", verdict.Kept ? "Yes: " : "No: "), $"{verdict.Goal}. Found: {verdict.Found}."))));

    private static XElement Figures(OverloadRecord record) => Html.Section(
        "figures-of-all",
        "Figures",
        Html.Paragraph(
            "Every request counts in the stretch in which it was due. Latency is that of the accepted, answered or not. "
            + "Normal again: from then on all requests of a second are answered within the objective."),
        Html.Wide("Figures", Html.Table(
            "Every stretch of every run",
            OverloadText.Columns.Skip(1),
            record.Runs.SelectMany(OverloadText.Rows).Select(row => (row[0], row.Skip(1).Cast<object>())),
            OverloadText.Columns[0])));

    private static XElement Shape(IReadOnlyList<OverloadRun> runs, double objectiveMs) => Html.Section(
        $"shape-{runs[0].Shape}",
        runs[0].Title,
        Html.Panels(OverloadCharts.Of(runs, objectiveMs).Select(Figure)));

    private static XElement Figure(LineChart chart) => Html.Figure("h3", chart.Title, ExhibitResult.In(chart));
}
