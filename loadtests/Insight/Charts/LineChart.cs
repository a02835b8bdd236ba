namespace DroneDelivery.LoadTests.Insight.Charts;

/// <param name="Y">The value; NaN leaves a gap.</param>
public readonly record struct ChartPoint(double X, double Y)
{
    /// <summary>Whether <see cref="Y"/> is a lower bound, which the table and the description of the chart state.</summary>
    public bool AtLeast { get; init; }

    public static ChartPoint FromLatency(double x, LatencyValue y) =>
        new(x, y.Milliseconds ?? double.NaN) { AtLeast = y.AtLeast };
}

/// <summary>One line. Points of several lines at the same position have the same X.</summary>
public sealed record ChartLine(string Name, string CssClass, IReadOnlyList<ChartPoint> Points)
{
    /// <summary>The label at the end of the line; null for none.</summary>
    public string? Label { get; init; } = Name;

    /// <summary>Whether the line keeps its value until the next point, as for a number of users.</summary>
    public bool Steps { get; init; }

    /// <summary>Whether only the points are drawn: nothing was measured between them.</summary>
    public bool OnlyPoints { get; init; }
}

/// <summary>A value to compare the lines with.</summary>
public sealed record ReferenceLine(string Label, double Value);

/// <summary>Lines with labels at their ends instead of a legend.</summary>
public sealed record LineChart(string Title, string Description, string XUnit, string YUnit, IReadOnlyList<ChartLine> Lines)
    : Chart(Title, Description + Bounds(Lines))
{
    private const double CharacterWidth = 6.6;
    private const double LabelHeight = 14;
    private const double PointRadius = 3;
    private const string PointArc = "3 3 0 1 0";

    /// <summary>The end of the X axis; null for the largest X.</summary>
    public double? LargestX { get; init; }

    public ReferenceLine? Reference { get; init; }

    /// <summary>Positions and labels of ticks on the X axis; null for numbers.</summary>
    public IReadOnlyList<AxisMark>? XTicks { get; init; }

    /// <summary>A vertical line at a position on the X axis; null for none.</summary>
    public AxisMark? Mark { get; init; }

    /// <summary>Formats a position on the X axis for the table.</summary>
    public Func<double, string> XText { get; init; } = Short;

    private protected override double LargestValue => Math.Max(Max(point => point.Y), Reference?.Value ?? 0);

    public override XElement ToSvg()
    {
        var frame = new ChartFrame(
            LargestX ?? Max(point => point.X), Largest, XUnit, YUnit, RightMargin(), XTicks);
        return Picture(
            ChartFrame.Width, ChartFrame.Height, frame.Axes(),
            Lines.Select(line => Svg.Path(PathOf(line, frame), $"line {line.CssClass}")),
            Reference is null ? null : LineOf(Reference, frame), Mark is null ? null : LineOf(Mark, frame), Labels(frame));
    }

    public override ChartTable ToTable()
    {
        // A line may have several points at one position, each with its row.
        var columns = Lines
            .Select(line => line.Points.GroupBy(point => point.X).SelectMany(same => same.Index())
                .ToDictionary(point => (point.Item.X, point.Index), point => CellOf(point.Item)))
            .ToList();
        return new(
            [XUnit, .. Lines.Select(line => line.Name)],
            [
                .. columns.SelectMany(points => points.Keys).Distinct().Order().Select(at => (Cell[])
                [
                    new Cell(at.X, XText(at.X)),
                    .. columns.Select(points => points.TryGetValue(at, out var cell) ? cell : Cell.Number(null)),
                ]),
            ]);
    }

    private static Cell CellOf(ChartPoint point) =>
        double.IsNaN(point.Y) ? Cell.Number(null) : Cell.Latency(new LatencyValue(point.Y, point.AtLeast));

    private static string Bounds(IReadOnlyList<ChartLine> lines) => lines.Any(line => line.Points.Any(point => point.AtLeast))
        ? " Some points are lower bounds, since requests timed out or were not answered: the table says \"at least\"."
        : "";

    private static string PathOf(ChartLine line, ChartFrame frame)
    {
        var (x, y) = (frame.X, frame.Y);
        var data = line.Points.Select((point, index) => double.IsNaN(point.Y)
            ? ""
            : line.OnlyPoints
            ? $"M{Svg.Number(x.At(point.X) - PointRadius)} {Svg.Number(y.At(point.Y))}a{PointArc} 6 0a{PointArc} -6 0"
            : index == 0 || double.IsNaN(line.Points[index - 1].Y)
            ? $"M{Svg.Number(x.At(point.X))} {Svg.Number(y.At(point.Y))}"
            : line.Steps
                ? $"H{Svg.Number(x.At(point.X))}V{Svg.Number(y.At(point.Y))}"
                : $"L{Svg.Number(x.At(point.X))} {Svg.Number(y.At(point.Y))}");
        var path = string.Concat(data);
        return path.Length > 0 ? path : "M0 0";
    }

    private static XElement LineOf(ReferenceLine reference, ChartFrame frame)
    {
        var y = frame.Y.At(reference.Value);
        return Svg.Line(frame.X.At(0), y, frame.PlotRight, y, "reference");
    }

    /// <summary>The label is above the plot, on the side with more space.</summary>
    private static XElement LineOf(AxisMark mark, ChartFrame frame)
    {
        var x = frame.X.At(mark.Value);
        var isLeft = x < ChartFrame.Width / 2;
        return Svg.Group(
            Svg.Line(x, 6, x, ChartFrame.PlotBottom, "mark"),
            Svg.Text(x + (isLeft ? 4 : -4), 14, mark.Label, "label", isLeft ? TextAnchor.Start : TextAnchor.End));
    }

    private IEnumerable<XElement> Labels(ChartFrame frame)
    {
        var wanted = Lines
            .Where(line => line.Label is not null && line.Points.Any(point => !double.IsNaN(point.Y)))
            .Select(line => (
                Text: line.Label!, Class: $"label {line.CssClass}", Y: frame.Y.At(
                    line.Points.Last(point => !double.IsNaN(point.Y)).Y)));
        if (Reference is not null)
        {
            wanted = wanted.Append((Reference.Label, "label reference-label", frame.Y.At(Reference.Value)));
        }

        var placed = wanted.OrderBy(label => label.Y).ToList();
        var positions = Apart([.. placed.Select(label => label.Y)]);
        return placed.Zip(positions, (label, y) => Svg.Text(frame.PlotRight + 5, y + 4, label.Text, label.Class));
    }

    /// <summary>Moves overlapping labels apart, and keeps them in the plot if there is enough space.</summary>
    private static double[] Apart(double[] positions)
    {
        var last = positions.Length - 1;
        for (var index = 0; index <= last; index++)
        {
            positions[index] = Math.Max(positions[index], index == 0 ? ChartFrame.PlotTop : positions[index - 1] + LabelHeight);
        }

        for (var index = last; index >= 0; index--)
        {
            var below = index == last ? ChartFrame.PlotBottom : positions[index + 1] - LabelHeight;
            positions[index] = Math.Min(positions[index], below);
        }

        return positions;
    }

    private double RightMargin() =>
        14 + (CharacterWidth * Lines.Select(line => line.Label).Append(Reference?.Label).Max(label => label?.Length ?? 0));

    private double Max(Func<ChartPoint, double> value) =>
        Lines.SelectMany(line => line.Points).Where(point => !double.IsNaN(point.Y)).Select(value).DefaultIfEmpty().Max();
}
