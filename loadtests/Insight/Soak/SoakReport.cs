using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Sections;

namespace DroneDelivery.LoadTests.Insight.Soak;

/// <summary>A soak on one page that opens from disk.</summary>
internal static class SoakReport
{
    public static Task WriteAsync(SoakRecord record, string path, CancellationToken cancellationToken) =>
        ReportDocument.WriteAsync(Build(record), path, cancellationToken);

    internal static XElement Build(SoakRecord record) => ReportPage.Build(
        $"DroneDelivery: soak, {record.Target}",
        SoakText.Summary(record),
        [
            .. RunWarnings.OfSetting(record.DebugBuild, record.Machine),
            .. record.Failure is { } failure ? [failure] : Array.Empty<string>(),
        ],
        [
            Html.Section(
                "slopes",
                "What changes with time",
                Html.Paragraph(
                    "A line through the means of twenty equal stretches. Where zero lies within "
                    + "the interval, no change was seen; where neighbouring stretches resemble each other so much "
                    + "that twenty are worth less than four, the run was too short to tell."),
                Html.Wide("Slopes", Html.Table(
                    "Slopes",
                    SoakText.Columns.Skip(1),
                    SoakText.Rows(record).Select(row => (row[0], row.Skip(1).Cast<object>())),
                    SoakText.Columns[0]))),
            Html.Section(
                "course",
                "Over time",
                Html.Panels(record.Series.Where(series => series.Points.Count > 0)
                    .Select(series => Html.Figure("h3", Title(series), ExhibitResult.In(Chart(series)))))),
            RepeatSection.Build(record.StartedAt, record.Command, record.Machine),
        ]);

    private static string Title(SoakSeries series) => $"{series.Of}: {series.Figure}";

    private static LineChart Chart(SoakSeries series) => new(
        Title(series),
        series.Trend switch
        {
            { IsSeen: true } => "It changes with time.",
            { } => "No change with time was seen.",
            null => "The run was too short to tell whether it changes with time.",
        },
        "min",
        series.Unit,
        [
            new ChartLine(
                series.Figure,
                Series.Class(0),
                [.. series.Points.Select(point => new ChartPoint(point.Second / 60, point.Value))]),
        ]);
}
