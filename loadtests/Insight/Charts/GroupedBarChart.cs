namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>One figure of several runs; null for a run without it.</summary>
public sealed record BarGroup(string Label, IReadOnlyList<double?> Values);

/// <summary>Bars in groups: a group for each figure, a bar for each run, always in the same order and colour.</summary>
/// <param name="Names">Names of the runs; each is shown at its bar in the first group.</param>
public sealed record GroupedBarChart(
    string Title, string Description, string Unit, IReadOnlyList<string> Names, IReadOnlyList<BarGroup> Groups)
    : Chart(Title, Description)
{
    private const double LabelWidth = 166;
    private const double RowHeight = 15;
    private const double BarHeight = 11;
    private const double GroupGap = 10;
    private const double CharacterWidth = 6.4;
    private const int LongestLabel = 22;
    private const int LongestName = 20;

    private double GroupHeight => (Names.Count * RowHeight) + GroupGap;

    private protected override double LargestValue => Groups.SelectMany(group => group.Values).Max() ?? 0;

    public override XElement ToSvg()
    {
        var valueWidth = 14 + (CharacterWidth * Names.Max(name => Svg.Cut(name, LongestName).Length + 8));
        var scale = new AxisScale(Largest, LabelWidth, ChartFrame.Width - valueWidth, 4, exact: true);
        var height = Groups.Count * GroupHeight;
        return Picture(
            ChartFrame.Width,
            height + 18,
            Svg.Text(LabelWidth, 10, Unit, "unit"),
            Svg.Line(LabelWidth, 16, LabelWidth, height + 14, "axis"),
            Groups.Select((group, index) => Group(group, 20 + (index * GroupHeight), scale, index == 0 ? Names : null)));
    }

    public override ChartTable ToTable() => new(
        [Unit, .. Names],
        [.. Groups.Select(group => (Cell[])[group.Label, .. group.Values.Select(Cell.Number)])]);

    private static XElement Group(BarGroup group, double top, AxisScale scale, IReadOnlyList<string>? names) => Svg.Group(
        Svg.Text(LabelWidth - 8, top + 9, Svg.Cut(group.Label, LongestLabel), "bar-label", TextAnchor.End),
        group.Values.Select((value, index) =>
        {
            var (y, end) = (top + (index * RowHeight), scale.At(value ?? 0));
            var css = $"s{index + 1}";
            var text = names is null ? Short(value) : $"{Short(value)}  {Svg.Cut(names[index], LongestName)}";
            return Svg.Group(
                Svg.Rectangle(LabelWidth, y, end - LabelWidth, BarHeight, $"fill {css}"),
                Svg.Text(end + 5, y + 9.5, text, $"label {css}"));
        }));
}
