using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>What every page has: a title, what takes away from its figures, a table of contents.</summary>
internal static class ReportPage
{
    public static XElement Build(
        string title, string introduction, IReadOnlyList<ReportRun> runs, IReadOnlyList<XElement> sections) =>
        Build(title, introduction, runs.SelectMany(run => RunWarnings.Of(run.Record)), sections);

    public static XElement Build(
        string title, string introduction, IEnumerable<string> warnings, IReadOnlyList<XElement> sections) =>
        Html.Element(
            "html",
            new XAttribute("lang", "en"),
            Html.Element(
                "head",
                Meta("charset", "utf-8"),
                Meta("name", "viewport", "width=device-width, initial-scale=1"),
                Meta("name", "color-scheme", "light dark"),
                Html.Element("title", title),
                ReportDocument.Style()),
            Html.Element(
                "body",
                Html.Element("a", Html.Class("skip"), new XAttribute("href", "#figures"), "Skip to the figures"),
                Html.Element(
                    "header",
                    Html.Element("h1", title),
                    warnings.Distinct().Select(Banner),
                    Html.Paragraph(introduction)),
                Contents(sections),
                Html.Element("main", new XAttribute("id", "figures"), sections)));

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
