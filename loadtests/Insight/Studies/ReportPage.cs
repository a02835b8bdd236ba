using System.Text;
using System.Xml;

namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>
/// The frame of every page: title, warnings, table of contents. The page is HTML and well-formed XML. It has no script and loads
/// no style sheet, font or picture.
/// </summary>
internal static class ReportPage
{
    private static readonly XmlWriterSettings Settings = new()
    {
        Async = true,
        OmitXmlDeclaration = true,
        Encoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
        NewLineHandling = NewLineHandling.None,
    };

    public static XElement Build(
        string title, string introduction, IReadOnlyList<string> warnings, IReadOnlyList<PageLink> links,
        IReadOnlyList<XElement> sections) =>
        Html.Element(
            "html",
            new XAttribute("lang", "en"),
            Html.Element(
                "head",
                Meta("charset", "utf-8"),
                Meta("name", "viewport", "width=device-width, initial-scale=1"),
                Meta("name", "color-scheme", "light dark"),
                Html.Element("title", title),
                Style()),
            Html.Element(
                "body",
                Html.Element("a", Html.Class("skip"), new XAttribute("href", "#figures"), "Skip to the figures"),
                Html.Element("header", Html.Element("h1", title), Banner(warnings), Html.Paragraph(introduction)),
                // Next to the figures on a wide page, folded above them on a narrow one: the style sheet hides one of both.
                Html.Element("nav", Html.Class("aside"), new XAttribute("aria-label", "Contents"), Contents(sections, links)),
                Html.Element(
                    "nav",
                    Html.Class("top"),
                    new XAttribute("aria-label", "Contents"),
                    Html.Element("details", Html.Element("summary", "Contents"), Contents(sections, links))),
                Html.Element("main", new XAttribute("id", "figures"), sections)));

    /// <summary>Writes the page and creates its folder if it is missing.</summary>
    /// <exception cref="IOException">The file cannot be written; the message has its path.</exception>
    public static async Task WriteAsync(XElement html, string path, CancellationToken cancellationToken)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        MakeWritable(html, folder);
        Directory.CreateDirectory(folder);
        await using var file = File.Create(path);
        await file.WriteAsync("<!DOCTYPE html>\n"u8.ToArray(), cancellationToken);
        await using var writer = XmlWriter.Create(file, Settings);
        await html.WriteToAsync(writer, cancellationToken);
    }

    internal static XElement Style() => Html.Element("style", RunDatabaseFile.ReadResource("report.css"));

    private static XElement Meta(string name, string value, string? content = null) =>
        new("meta", new XAttribute(name, value), content is null ? null : new XAttribute("content", content));

    /// <summary>One line: the number of warnings and the first sentence of the first. The whole texts are folded.</summary>
    private static XElement? Banner(IReadOnlyList<string> warnings) => warnings is not [var first, ..] ? null : Html.Element(
        "details",
        Html.Class("banner"),
        Html.Element(
            "summary",
            Html.Element("b", warnings.Count == 1 ? "Warning: " : $"{warnings.Count} warnings: "),
            FirstSentence(first)),
        Html.Element("ul", warnings.Select(warning => Html.Element("li", warning))));

    private static string FirstSentence(string text) =>
        text.IndexOf(". ", StringComparison.Ordinal) is > 0 and var end ? text[..(end + 1)] : text;

    private static XElement[] Contents(IReadOnlyList<XElement> sections, IReadOnlyList<PageLink> links) =>
    [
        Html.Element("ul", sections.Select(section => Html.Element("li", Html.Link(
            $"#{section.DescendantsAndSelf("section").First().Attribute("id")!.Value}",
            section.Descendants("h2").First().Value)))),
        .. links.Count == 0 ? Array.Empty<XElement>() :
        [
            Html.Element("p", "Other pages"),
            Html.Element("ul", links.Select(link => Html.Element("li", Html.Link(link.Address, link.Text)))),
        ],
    ];

    /// <summary>Shortens private paths, and replaces characters that XML and HTML do not allow.</summary>
    private static void MakeWritable(XElement html, string folder)
    {
        foreach (var text in html.DescendantNodes().OfType<XText>())
        {
            text.Value = Shown(text.Value);
        }

        foreach (var attribute in html.Descendants().Attributes())
        {
            attribute.Value = Shown(attribute.Value);
        }

        string Shown(string text) => WritableText.ForXml(PrivatePaths.Shorten(text, folder));
    }
}
