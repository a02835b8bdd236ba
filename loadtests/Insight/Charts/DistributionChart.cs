namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>A column from <paramref name="From"/> to <paramref name="To"/> along the axis.</summary>
public readonly record struct ChartColumn(double From, double To, double Height);

/// <summary>A labelled position on the axis, such as a percentile.</summary>
public sealed record AxisMark(string Label, double Value);

/// <summary>The frequency of values as adjacent columns, with percentiles marked.</summary>
public sealed record DistributionChart(
    string Title, string Description, string XUnit, string YUnit, IReadOnlyList<ChartColumn> Columns,
    IReadOnlyList<AxisMark> Marks)
    : Chart(Title, Description)
{
    private const double MarkLineHeight = 14;
    private const double CharacterWidth = 6.6;

    public required double LargestX { get; init; }

    private protected override double LargestValue => Columns.Select(column => column.Height).DefaultIfEmpty().Max();

    public override XElement ToSvg()
    {
        // Space above the highest column for the label of the first mark.
        var rightMargin = 14 + (CharacterWidth * Marks.Select(mark => mark.Label.Length).DefaultIfEmpty().Max());
        var frame = new ChartFrame(LargestX, Largest * 1.15, XUnit, YUnit, rightMargin);
        return Picture(
            ChartFrame.Width,
            ChartFrame.Height,
            frame.Axes(),
            Columns.Where(column => column.Height > 0).Select(column => RectangleOf(column, frame)),
            Marks.Select((mark, index) => MarkOf(mark, index, frame)));
    }

    public override ChartTable ToTable() => ChartTable.FromItems(
        Columns, ($"{XUnit}, from", column => column.From), ("to", column => column.To), (YUnit, column => column.Height));

    private static XElement RectangleOf(ChartColumn column, ChartFrame frame)
    {
        const double gap = 0.5;
        var (left, right, top) = (frame.X.At(column.From), frame.X.At(column.To), frame.Y.At(column.Height));
        return Svg.Rectangle(left, top, right - left - gap, ChartFrame.PlotBottom - top, "fill c1");
    }

    /// <summary>
    /// A label is to the right of its line, and the line of a higher value starts below it: no label lies over another's line.
    /// </summary>
    private static XElement MarkOf(AxisMark mark, int index, ChartFrame frame)
    {
        var (x, y) = (frame.X.At(mark.Value), ChartFrame.PlotTop + (index * MarkLineHeight));
        return Svg.Group(
            Svg.Line(x, y - 4, x, ChartFrame.PlotBottom, "mark"), Svg.Text(x + 4, y + 6, mark.Label, "label"));
    }
}
