namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>A part of every bar, drawn in the same style in each.</summary>
public sealed record BarPart(string Name, string CssClass);

/// <summary>A bar of parts, one value for each of the chart's parts.</summary>
public sealed record StackedBar(string Label, IReadOnlyList<double> Values)
{
    public double Total => Values.Sum();
}

/// <summary>Stacked bars; below them a legend of the parts, with their values if there is enough space.</summary>
/// <param name="Id">Unique on the page: part of the id of the hatching.</param>
public sealed record StackedBarChart(
    string Id, string Title, string Description, string Unit, IReadOnlyList<BarPart> Parts, IReadOnlyList<StackedBar> Bars)
    : Chart(Title, Description)
{
    private const double CharacterWidth = 6.8;
    private const double RowHeight = 30;
    private const double BarHeight = 20;
    private const double LegendRowHeight = 16;
    private const double LegendNameWidth = 165;
    private const double RightMargin = 6;
    private const double Gap = 0.6;

    /// <summary>The maximum number of bars whose values fit in the legend.</summary>
    private const int MaxColumns = 3;

    private protected override double LargestValue => Bars.Select(bar => bar.Total).DefaultIfEmpty().Max();

    private bool HasValues => Bars.Count <= MaxColumns;

    private double LabelWidth => 16 + (CharacterWidth * Bars.Select(bar => bar.Label.Length).DefaultIfEmpty().Max());

    private double TotalWidth =>
        8 + RightMargin + (CharacterWidth * Bars.Select(bar => Total(bar).Length).DefaultIfEmpty().Max());

    /// <summary>The parts that are not zero in all bars.</summary>
    private List<(BarPart Part, int Index)> Shown =>
        [.. Parts.Select((part, index) => (part, index)).Where(each => Bars.Any(bar => Short(bar.Values[each.index]) != "0"))];

    public override XElement ToSvg()
    {
        var scale = new AxisScale(Largest, LabelWidth, ChartFrame.Width - TotalWidth, 4, exact: true);
        var (shown, legend) = (Shown, 26 + (Bars.Count * RowHeight));
        var rows = HasValues ? shown.Count : (shown.Count + 1) / 2;
        return Picture(
            ChartFrame.Width,
            legend + (rows * LegendRowHeight),
            Hatching.CreatePattern(Id),
            Bars.Select((bar, index) => Row(bar, 6 + (index * RowHeight), scale)),
            HasValues
                ? Bars.Select((bar, index) => Svg.Text(ValueAt(index), legend - 8, bar.Label, "unit", TextAnchor.End))
                : null,
            shown.Select((each, place) => Svg.Group(
                Name(each.Part, place < rows ? 8 : ChartFrame.Width / 2, legend + (place % rows * LegendRowHeight)),
                HasValues ? Values(each.Index, legend + (place * LegendRowHeight)) : null)));
    }

    public override ChartTable ToTable() => new(
        [$"part, {Unit}", .. Bars.Select(bar => bar.Label)],
        [
            .. Shown.Select(each => (Cell[])
                [each.Part.Name, .. Bars.Select(
                    bar => new Cell(bar.Values[each.Index], $"{Short(bar.Values[each.Index])} ({ShareOf(bar, each.Index)})"))]),
            (Cell[])["all", .. Bars.Select(bar => Cell.Number(bar.Total))],
        ]);

    private static string ShareOf(StackedBar bar, int part) =>
        (bar.Total == 0 ? 0 : 100 * bar.Values[part] / bar.Total).ToString("0' %'");

    private string Total(StackedBar bar) => $"{Short(bar.Total)} {Unit}";

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
            Svg.Text(scale.At(bar.Total) + 6, top + 14, Total(bar), "label"));
    }

    private XElement Name(BarPart part, double left, double top) =>
        Svg.Group(Box(left, top, 14, 10, part), Svg.Text(left + 20, top + 9, part.Name));

    private IEnumerable<XElement> Values(int part, double top) => Bars.Select((bar, column) => Svg.Text(
        ValueAt(column), top + 9, $"{Short(bar.Values[part])} ({ShareOf(bar, part)})", "tick", TextAnchor.End));

    private double ValueAt(int column) =>
        LegendNameWidth + ((column + 1) * (ChartFrame.Width - LegendNameWidth - RightMargin) / Math.Max(1, Bars.Count));

    private XElement Box(double x, double y, double width, double height, BarPart part) =>
        Hatching.Bar(Id, x, y, width, height, part.CssClass);
}
