using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports.Sections;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>The runs of a lab beside each other on one page that opens from disk.</summary>
public static class TuningReport
{
    /// <summary>Writes one self-contained HTML file; its folder is made where it is missing.</summary>
    /// <exception cref="FileNotFoundException">A folder holds no run.</exception>
    /// <exception cref="IOException">The disk is full or the file cannot be written; the message names it.</exception>
    public static async Task WriteAsync(IReadOnlyList<RunFolder> runs, string htmlPath, CancellationToken cancellationToken)
    {
        var read = new List<ReportRun>();
        foreach (var folder in runs)
        {
            read.Add(await ReportRun.ReadAsync(folder, read.Count + 1, cancellationToken));
        }

        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(htmlPath))!);
        await ReportDocument.WriteAsync(Build(read), htmlPath, cancellationToken);
    }

    internal static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        if (runs.Count == 0)
        {
            throw new ArgumentException("A report needs at least one run.", nameof(runs));
        }

        XElement[] sections =
        [
            OverviewSection.Build(runs),
            LoadSection.Build(runs),
            LatencySection.Build(runs),
            DistributionSection.Build(runs),
            CosmosAnswersSection.Build(runs),
            RequestUnitsSection.Build(runs),
            BackendCallsSection.Build(runs),
            WaterfallSection.Build(runs),
            ProcessesSection.Build(runs),
            SetupSection.Build(runs),
        ];
        var manifest = runs[0].Record.Manifest;
        var title = $"DroneDelivery: {manifest.Lab}, {manifest.StartedAt:yyyy-MM-dd HH:mm}";
        return Html.Element(
            "html",
            new XAttribute("lang", "en"),
            Html.Element(
                "head",
                Meta("charset", "utf-8"),
                Meta("name", "viewport", "width=device-width, initial-scale=1"),
                Html.Element("title", title),
                ReportDocument.Style()),
            Html.Element("body", Header(title, runs), Contents(sections), Html.Element("main", sections)));
    }

    private static XElement Header(string title, IReadOnlyList<ReportRun> runs)
    {
        var manifest = runs[0].Record.Manifest;
        return Html.Element(
            "header",
            Html.Element("h1", title),
            runs.SelectMany(run => RunWarnings.Of(run.Record)).Distinct().Select(Banner),
            Html.Paragraph(
                $"{runs.Count} {(runs.Count == 1 ? "run" : "runs")} in {manifest.Mode} mode with the simulation profile "
                + $"“{manifest.Profile}”: {manifest.Load}. "
                + $"Generator and system ran together on {manifest.Machine.Cores} cores."));
    }

    private static XElement Meta(string name, string value, string? content = null) =>
        new("meta", new XAttribute(name, value), content is null ? null : new XAttribute("content", content));

    private static XElement Banner(string warning) =>
        Html.Element(
            "p", Html.Class("banner"), new XAttribute("role", "note"), Html.Element("b", "Mind: "), warning);

    private static XElement Contents(IEnumerable<XElement> sections) =>
        Html.Element(
            "nav",
            new XAttribute("aria-label", "Contents"),
            Html.Element("ul", sections.Select(section => Html.Element(
                "li", Html.Link(section.Attribute("id")!.Value, section.Element("h2")!.Value)))));
}
