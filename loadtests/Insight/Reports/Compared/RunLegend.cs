using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>The run of each line, and the changes between the runs.</summary>
internal static class RunLegend
{
    public static XElement Build(ComparedRuns runs)
    {
        var settings = TuningTable.Settings([.. runs.Runs.Select(run => run.Record)]).ToList();
        return Html.Element("ul", Html.Class("legend"), runs.Each((run, index, name) => Html.Element(
            "li",
            Sample(index),
            Html.Element("b", name),
            FormattableString.Invariant($" ({run.Title}, {run.Record.Manifest.StartedAt:yyyy-MM-dd HH:mm}")
                + string.Concat(settings.Select(setting => $", {setting.Name} {setting.Values[index]}")) + ")")));
    }

    private static XElement Sample(int index) => new(
        "svg",
        new XAttribute("viewBox", "0 0 40 10"),
        new XAttribute("aria-hidden", "true"),
        Svg.Line(0, 5, 40, 5, $"line {Series.Class(index)}"));
}
