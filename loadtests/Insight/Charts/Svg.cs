using System.Globalization;
using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>SVG elements. The style sheet of the page sets colours by class, so charts follow light and dark mode.</summary>
internal static class Svg
{
    /// <param name="description">The text alternative for screen readers.</param>
    public static XElement Chart(double width, double height, string title, string description, params object?[] content) =>
        new(
            "svg",
            new XAttribute("viewBox", $"0 0 {Number(width)} {Number(height)}"),
            new XAttribute("role", "img"),
            new XElement("title", title),
            new XElement("desc", description),
            content);

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

    public static XElement Rectangle(double x, double y, double width, double height, string cssClass) =>
        new(
            "rect",
            new XAttribute("x", Number(x)),
            new XAttribute("y", Number(y)),
            new XAttribute("width", Number(Math.Max(width, 0))),
            new XAttribute("height", Number(Math.Max(height, 0))),
            Class(cssClass));

    public static XElement Path(string data, string cssClass) => new("path", new XAttribute("d", data), Class(cssClass));

    /// <summary>Rounds to a tenth of a pixel, which is enough and keeps the page small.</summary>
    public static string Number(double value) => Math.Round(value, 1).ToString("0.#", CultureInfo.InvariantCulture);

    private static XAttribute? Class(string cssClass) => cssClass.Length == 0 ? null : new XAttribute("class", cssClass);
}

internal enum TextAnchor
{
    Start,
    Middle,
    End,
}
