using System.Xml.Linq;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Figures;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>A point of a line.</summary>
/// <param name="Y">Not a number where there is none: it leaves a gap.</param>
public readonly record struct ChartPoint(double X, double Y)
{
    /// <summary><see cref="Y"/> is a lower bound, which the table and the chart's sentence say.</summary>
    public bool AtLeast { get; init; }

    public static ChartPoint FromLatency(double x, LatencyValue y) =>
        new(x, y.Milliseconds ?? double.NaN) { AtLeast = y.AtLeast };
}

/// <summary>One line. Points that several lines share have the same X.</summary>
public sealed record ChartLine(string Name, string CssClass, IReadOnlyList<ChartPoint> Points)
{
    /// <summary>What stands at its end; null leaves it unnamed among its like.</summary>
    public string? Label { get; init; } = Name;

    /// <summary>Keeps its value until the next point, as a number of users does.</summary>
    public bool Steps { get; init; }
}

/// <summary>A value that lines are to be compared with.</summary>
public sealed record ReferenceLine(string Label, double Value);

/// <summary>Lines over time, each named at its end, so that no legend has to be looked up.</summary>
public sealed record LineChart(string Title, string Description, string XUnit, string YUnit, IReadOnlyList<ChartLine> Lines)
    : Chart(Title, Description + Bounds(Lines))
{
    private const double CharacterWidth = 6.6;

    public double Height { get; init; } = 220;

    /// <summary>The ends of the axes, given from outside where several charts are to be compared.</summary>
    public double? LargestX { get; init; }

    public double? LargestY { get; init; }

    public ReferenceLine? Reference { get; init; }

    /// <summary>Places and names along the X axis, where it is no plain number.</summary>
    public IReadOnlyList<AxisMark>? XTicks { get; init; }

    /// <summary>How the table writes a place on the X axis.</summary>
    public Func<double, string> XText { get; init; } = Short;

    public override XElement ToSvg()
    {
        var frame = new ChartFrame(
            Height,
            LargestX ?? Largest(point => point.X),
            Math.Max(LargestY ?? Largest(point => point.Y), Reference?.Value ?? 0),
            XUnit,
            YUnit,
            RightMargin())
        { XTicks = XTicks };
        return Svg.Chart(
            ChartFrame.Width,
            Height,
            Title,
            Description,
            frame.Axes(),
            Lines.Select(line => Svg.Path(PathOf(line, frame), $"line {line.CssClass}")),
            Reference is null ? null : LineOf(Reference, frame),
            Labels(frame));
    }

    public override ChartTable ToTable()
    {
        var columns = Lines
            .Select(line => line.Points.DistinctBy(point => point.X).ToDictionary(point => point.X, CellOf))
            .ToList();
        return new(
            [XUnit, .. Lines.Select(line => line.Name)],
            [
                .. Lines.SelectMany(line => line.Points).Select(point => point.X).Distinct().Order().Select(x => (Cell[])
                [
                    new Cell(x, XText(x)),
                    .. columns.Select(points => points.TryGetValue(x, out var cell) ? cell : Cell.Number(null)),
                ]),
            ]);
    }

    private static Cell CellOf(ChartPoint point) => double.IsNaN(point.Y) ? Cell.Number(null)
        : point.AtLeast ? new Cell(point.Y, $"at least {Short(point.Y)}")
        : Cell.Number(point.Y);

    private static string Bounds(IReadOnlyList<ChartLine> lines) => lines.Any(line => line.Points.Any(point => point.AtLeast))
        ? " Some points are lower bounds, since requests timed out or were not answered: the table says \"at least\"."
        : "";

    private static string PathOf(ChartLine line, ChartFrame frame)
    {
        var (x, y) = (frame.X, frame.Y);
        var data = line.Points.Select((point, index) => double.IsNaN(point.Y)
            ? ""
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
        var positions = LabelPlacement.Apart([.. placed.Select(label => label.Y)], frame.PlotTop, frame.PlotBottom);
        return placed.Zip(positions, (label, y) => Svg.Text(frame.PlotRight + 5, y + 4, label.Text, label.Class));
    }

    private double RightMargin() =>
        14 + (CharacterWidth * Lines.Select(line => line.Label).Append(Reference?.Label).Max(label => label?.Length ?? 0));

    private double Largest(Func<ChartPoint, double> value) =>
        Lines.SelectMany(line => line.Points).Where(point => !double.IsNaN(point.Y)).Select(value).DefaultIfEmpty().Max();
}
