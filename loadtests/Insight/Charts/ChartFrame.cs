namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>The plot area of a chart with both axes: grid lines, tick labels, and the units at the ends of the axes.</summary>
/// <param name="RightMargin">Space for labels at the ends of lines.</param>
/// <param name="XTicks">Positions and labels of ticks on the X axis; null for round numbers.</param>
internal sealed record ChartFrame(
    double LargestX, double LargestY, string XUnit, string YUnit, double RightMargin, IReadOnlyList<AxisMark>? XTicks = null)
{
    /// <summary>The width of every chart, so that text has the same size in all charts.</summary>
    public const double Width = 420;

    public const double Height = 220;
    public const double PlotTop = 24;
    public const double PlotBottom = Height - 36;

    private const double Left = 46;
    private const double LastLabelOverhang = 8;

    public double PlotRight => Width - RightMargin - (XTicks is null ? 0 : LastLabelOverhang);

    public AxisScale X => new(LargestX, Left, PlotRight, 6, exact: true);

    public AxisScale Y => new(LargestY, PlotBottom, PlotTop, 6);

    public IEnumerable<XElement> Axes()
    {
        var (x, y) = (X, Y);
        foreach (var tick in y.Ticks)
        {
            yield return Svg.Line(Left, y.At(tick), PlotRight, y.At(tick), tick == 0 ? "axis" : "grid");
            yield return Svg.Text(Left - 6, y.At(tick) + 4, Short(tick), "tick", TextAnchor.End);
        }

        foreach (var tick in XTicks ?? [.. x.Ticks.Select(tick => new AxisMark(Short(tick), tick))])
        {
            yield return Svg.Line(x.At(tick.Value), PlotBottom, x.At(tick.Value), PlotBottom + 4, "axis");
            yield return Svg.Text(x.At(tick.Value), PlotBottom + 16, tick.Label, "tick", TextAnchor.Middle);
        }

        yield return Svg.Text(4, 14, YUnit, "unit");
        yield return Svg.Text(PlotRight, Height - 6, XUnit, "unit", TextAnchor.End);
    }
}
