namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>HTML elements as XML: all text is encoded on output.</summary>
internal static class Html
{
    /// <param name="content">Elements, attributes, text. An empty text is added, since HTML reads a self-closing element as not
    /// closed.</param>
    public static XElement Element(string name, params object?[] content) => new(name, content.Append(""));

    /// <param name="isFolded">Whether only the heading is shown until it is opened, or until a link leads to the section.</param>
    public static XElement Section(string id, string heading, bool isFolded, params object?[] content)
    {
        var title = Element("h2", new XAttribute("id", $"{id}-heading"), heading);
        var section = Element(
            "section",
            new XAttribute("id", id),
            new XAttribute("aria-labelledby", $"{id}-heading"),
            isFolded ? null : title,
            content);
        return isFolded ? Element("details", Class("section"), Element("summary", Class("title"), title), section) : section;
    }

    public static XElement Paragraph(string text) => Element("p", text);

    /// <summary>A chart with a sentence below it that states the result, and its figures as a table.</summary>
    /// <param name="level">The level of the heading: <c>h3</c> or <c>h4</c>.</param>
    /// <param name="explanation">How to read the chart; null if the text above explains it.</param>
    public static XElement Figure(string level, string heading, Chart chart, string? explanation = null) => Element(
        "figure",
        chart is WaterfallChart ? Class("whole") : null,
        Element(level, heading),
        explanation is null ? null : Paragraph(explanation),
        chart is MissingChart ? null : Picture(chart),
        Element("figcaption", Element("b", "What to see here: "), Sentence(chart.Description)),
        chart is MissingChart ? null : Data(chart));

    /// <summary>Wide content in a box that scrolls separately on a narrow page.</summary>
    /// <param name="hint">Shown while the box is too narrow for its content.</param>
    public static XElement Wide(string label, string hint, XElement content) => Element(
        "div",
        Class("wide"),
        new XAttribute("role", "group"),
        new XAttribute("aria-label", label),
        new XAttribute("tabindex", 0),
        Element("p", Class("hint"), hint),
        content);

    /// <summary>A table in a box that scrolls, with a hint that says how many columns there are.</summary>
    /// <param name="columns">The number of columns.</param>
    public static XElement Table(string label, int columns, params object?[] content) =>
        Wide(label, $"{columns} columns: scroll to the right to see all of them.", Element("table", content));

    public static XElement Header(string scope, string text) => Element("th", new XAttribute("scope", scope), text);

    /// <param name="address">Relative to the page.</param>
    public static XElement Link(string address, string text) => Element("a", new XAttribute("href", address), text);

    public static XAttribute? Class(string? cssClass) => cssClass is null ? null : new XAttribute("class", cssClass);

    private static XElement Picture(Chart chart) =>
        chart is WaterfallChart
            ? Wide($"{chart.Title}: picture", "Scroll to the right to see all of the picture.", chart.ToSvg())
            : chart.ToSvg();

    private static XElement Data(Chart chart)
    {
        var table = chart.ToTable();
        return Element(
            "details",
            Element("summary", "Figures as a table", Element("span", Class("unseen"), $": {chart.Title}")),
            Table(
                $"{chart.Title}: table",
                table.Columns.Count,
                Element("caption", chart.Title),
                Element("thead", Element("tr", table.Columns.Select(column =>
                    column.Length == 0 ? Element("td") : Header("col", column)))),
                Element("tbody", table.Rows.Select(row => Element(
                    "tr", Header("row", row[0].Text), row.Skip(1).Select(cell => Element("td", cell.Text)))))));
    }
}
