using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>The fill pattern of waits. Each chart with waits defines it once, under its own id.</summary>
internal static class Hatching
{
    public static string Fill(string id) => $"url(#{id}-hatch)";

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
