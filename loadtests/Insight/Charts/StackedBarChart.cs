using System.Xml.Linq;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>A part that every bar has, drawn in the same way in each.</summary>
internal sealed record BarPart(string Name, string CssClass);

/// <summary>A bar of parts, one value for each of the chart's parts.</summary>
internal sealed record StackedBar(string Label, IReadOnlyList<double> Values)
{
    public double Total => Values.Sum();
}

/// <summary>Bars made of parts; below them each part with its values, so that the smallest one can be read too.</summary>
/// <param name="Id">Unique on the page: names the hatching.</param>
internal sealed record StackedBarChart(
    string Id, string Title, string Description, string Unit, IReadOnlyList<BarPart> Parts, IReadOnlyList<StackedBar> Bars)
    : Chart(Title, Description)
{
    private const double LabelWidth = 70;
    private const double RowHeight = 30;
    private const double BarHeight = 20;
    private const double LegendRowHeight = 16;
    private const double LegendNameWidth = 170;
    private const double Gap = 0.6;

    /// <summary>The end of the axis, given from outside where several charts are to be compared.</summary>
    public double? Largest { get; init; }

    private IEnumerable<(BarPart Part, int Index)> Shown =>
        Parts.Select((part, index) => (part, index)).Where(each => Bars.Any(bar => bar.Values[each.index] != 0));

    public override XElement ToSvg()
    {
        var largest = Largest ?? Bars.Select(bar => bar.Total).DefaultIfEmpty().Max();
        var scale = new AxisScale(largest, LabelWidth, ChartFrame.Width - 66, 4, exact: true);
        var legend = 26 + (Bars.Count * RowHeight);
        return Svg.Chart(
            ChartFrame.Width,
            legend + (Shown.Count() * LegendRowHeight),
            Title,
            Description,
            Hatching.Of(Id),
            Bars.Select((bar, index) => Row(bar, 6 + (index * RowHeight), scale)),
            Bars.Select((bar, index) => Svg.Text(ValueAt(index), legend - 8, bar.Label, "unit", TextAnchor.End)),
            Shown.Select((each, row) => Legend(each.Part, each.Index, legend + (row * LegendRowHeight))));
    }

    public override ChartTable ToTable() => new(
        [$"part, {Unit}", .. Bars.Select(bar => bar.Label)],
        [
            .. Parts.Index().Select(part => (string[])
                [part.Item.Name, .. Bars.Select(bar => $"{Short(bar.Values[part.Index])} ({ShareOf(bar, part.Index)})")]),
            (string[])["all", .. Bars.Select(bar => Short(bar.Total))],
        ]);

    private static string ShareOf(StackedBar bar, int part) => Share(bar.Total == 0 ? 0 : bar.Values[part] / bar.Total);

    private XElement Row(StackedBar bar, double top, AxisScale scale)
    {
        var from = 0.0;
        return Svg.Group(
            Svg.Text(LabelWidth - 8, top + 14, bar.Label, "bar-label", TextAnchor.End),
            Shown.Select(each =>
            {
                var (left, right) = (scale.At(from), scale.At(from + Math.Max(0, bar.Values[each.Index])));
                from += Math.Max(0, bar.Values[each.Index]);
                return right - left < Gap ? null : Box(left, top, right - left - Gap, BarHeight, each.Part);
            }),
            Svg.Text(scale.At(bar.Total) + 6, top + 14, $"{Short(bar.Total)} {Unit}", "label"));
    }

    private XElement Legend(BarPart part, int index, double top) => Svg.Group(
        Box(8, top, 14, 10, part),
        Svg.Text(28, top + 9, part.Name),
        Bars.Select((bar, column) => Svg.Text(
            ValueAt(column), top + 9, $"{Short(bar.Values[index])} ({ShareOf(bar, index)})", "", TextAnchor.End)));

    private double ValueAt(int column) =>
        LegendNameWidth + ((column + 1) * (ChartFrame.Width - LegendNameWidth - 6) / Math.Max(1, Bars.Count));

    private XElement Box(double x, double y, double width, double height, BarPart part)
    {
        var box = Svg.Rectangle(x, y, width, height, part.CssClass);
        if (part.CssClass == "wait")
        {
            box.SetAttributeValue("fill", Hatching.Fill(Id));
        }

        return box;
    }
}
