namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>SVG elements. The style sheet of the page sets colours by class, so charts follow light and dark mode.</summary>
internal static class Svg
{
    public static XElement Group(params object?[] content) => new("g", content);

    public static XElement Text(double x, double y, string text, string cssClass = "", TextAnchor anchor = TextAnchor.Start) =>
        new(
            "text",
            new XAttribute("x", Number(x)),
            new XAttribute("y", Number(y)),
            Class(cssClass),
            anchor == TextAnchor.Start ? null : new XAttribute("text-anchor", anchor == TextAnchor.Middle ? "middle" : "end"),
            text);

    public static XElement Line(double x1, double y1, double x2, double y2, string cssClass) =>
        Path($"M{Number(x1)} {Number(y1)}L{Number(x2)} {Number(y2)}", cssClass);

    public static XElement Rectangle(double x, double y, double width, double height, string cssClass) => new(
        "rect",
        new XAttribute("x", Number(x)),
        new XAttribute("y", Number(y)),
        new XAttribute("width", Number(Math.Max(width, 0))),
        new XAttribute("height", Number(Math.Max(height, 0))),
        Class(cssClass));

    public static XElement Path(string data, string cssClass) => new("path", new XAttribute("d", data), Class(cssClass));

    /// <summary>Rounds to a tenth of a pixel, which is enough and keeps the page small.</summary>
    public static string Number(double value) => Math.Round(value, 1).ToString("0.#");

    /// <summary>Cuts text that is too long and ends it with an ellipsis; at least two characters remain.</summary>
    public static string Cut(string text, int longest)
    {
        var room = Math.Max(longest, 2);
        return text.Length <= room ? text : $"{text[..(char.IsHighSurrogate(text[room - 2]) ? room - 2 : room - 1)]}…";
    }

    private static XAttribute? Class(string cssClass) => cssClass.Length == 0 ? null : new XAttribute("class", cssClass);
}

internal enum TextAnchor
{
    Start,
    Middle,
    End,
}

/// <summary>The fill pattern of waits. Each chart with waits defines it once, under its own id.</summary>
internal static class Hatching
{
    /// <summary>A rectangle, hatched if its class is that of a wait.</summary>
    public static XElement Bar(string id, double x, double y, double width, double height, string cssClass)
    {
        var bar = Svg.Rectangle(x, y, width, height, cssClass);
        bar.SetAttributeValue("fill", cssClass == "wait" ? $"url(#{id}-hatch)" : null);
        return bar;
    }

    public static XElement CreatePattern(string id) => new(
        "defs",
        new XElement(
            "pattern",
            new XAttribute("id", $"{id}-hatch"),
            new XAttribute("width", 6),
            new XAttribute("height", 6),
            new XAttribute("patternUnits", "userSpaceOnUse"),
            new XAttribute("patternTransform", "rotate(45)"),
            Svg.Rectangle(0, 0, 2.5, 6, "hatch")));
}
