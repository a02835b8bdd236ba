using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Reports;

namespace DroneDelivery.LoadTests.Insight.Soak;

/// <summary>The folder of a soak: <c>soak.json</c> and <c>report.html</c>.</summary>
public static class SoakFolder
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerOptions.Web) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <returns>The path of the report.</returns>
    /// <exception cref="IOException">A file cannot be written; the message names it.</exception>
    public static async Task<string> WriteAsync(SoakRecord record, string folder, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        await using (var file = File.Create(Path.Combine(folder, "soak.json")))
        {
            await JsonSerializer.SerializeAsync(file, record, Json, cancellationToken);
        }

        var report = Path.Combine(folder, "report.html");
        await ReportDocument.WriteAsync(Page(record), report, cancellationToken);
        return report;
    }

    internal static XElement Page(SoakRecord record) => ReportPage.Build(
        $"DroneDelivery: soak, {record.Target}",
        SoakText.Summary(record),
        Warnings(record),
        [
            Html.Section(
                "slopes",
                "What changes with time",
                Html.Paragraph("A line through the means of twenty equal stretches. Where zero lies within the interval, no change was seen."),
                Html.Wide("Slopes", Html.Table(
                    "Slopes",
                    SoakText.Columns.Skip(1),
                    SoakText.Rows(record).Select(row => (row[0], row.Skip(1).Cast<object>())),
                    SoakText.Columns[0]))),
            Html.Section(
                "course",
                "Over time",
                Html.Panels(record.Series.Where(series => series.Points.Count > 0).Select(series => Html.Figure("h3", Title(series), Finding.In(Chart(series)))))),
            Html.Section(
                "setup",
                "How to repeat it",
                Html.Paragraph(record.StartedAt.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture)),
                Html.Element("p", Html.Code(record.Command)),
                Html.Paragraph($"{record.Machine.Os}, {record.Machine.Cores} cores, {record.Machine.Runtime}")),
        ]);

    private static IEnumerable<string> Warnings(SoakRecord record)
    {
        if (record.DebugBuild)
        {
            yield return "Debug build: these figures are not to be quoted. Repeat with -c Release.";
        }

        if (record.Failure is { } failure)
        {
            yield return failure;
        }

        if (record.Machine.Health is { MaySpoil: true, Text: var found })
        {
            yield return found;
        }
    }

    private static string Title(SoakSeries series) => $"{series.Of}: {series.Figure}";

    private static LineChart Chart(SoakSeries series) => new(
        Title(series),
        series.Trend is { IsSeen: true } ? "It changes with time." : "No change with time was seen.",
        "min",
        series.Unit,
        [new ChartLine(series.Figure, Series.Class(0), [.. series.Points.Select(point => new ChartPoint(point.Second / 60, point.Value))])]);
}
