namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>One bar. <paramref name="Marker"/> is a second value, such as a maximum, drawn as a tick.</summary>
public sealed record Bar(string Label, double Value, string ValueText, string CssClass = "c1", double? Marker = null);

/// <summary>Horizontal bars with the name on the left and the value at the end.</summary>
public sealed record BarChart(string Title, string Description, IReadOnlyList<Bar> Bars) : Chart(Title, Description)
{
    private const double LabelWidth = 172;
    private const double RowHeight = 26;
    private const double BarHeight = 14;
    private const double CharacterWidth = 6.4;
    private const int LongestLabel = 25;

    /// <summary>The name of the values, with unit.</summary>
    public string ValueName { get; init; } = "value";

    /// <summary>The name of the markers; null if there are none.</summary>
    public string? MarkerName { get; init; }

    /// <summary>A table with more figures than the bars; null for their values and markers.</summary>
    public ChartTable? Table { get; init; }

    private protected override double LargestValue =>
        Bars.Select(bar => Math.Max(bar.Value, bar.Marker ?? 0)).DefaultIfEmpty().Max();

    public override XElement ToSvg()
    {
        var valueWidth = 12 + (CharacterWidth * Bars.Select(bar => bar.ValueText.Length).DefaultIfEmpty().Max());
        var scale = new AxisScale(Largest, LabelWidth, ChartFrame.Width - valueWidth, 4, exact: true);
        var height = (Bars.Count * RowHeight) + 8;
        return Picture(
            ChartFrame.Width,
            height,
            Svg.Line(LabelWidth, 2, LabelWidth, height - 4, "axis"),
            Bars.Select((bar, index) => Row(bar, 6 + (index * RowHeight), scale)));
    }

    public override ChartTable ToTable() => Table ?? (MarkerName is null
        ? ChartTable.FromItems(Bars, ("", bar => bar.Label), (ValueName, bar => bar.Value))
        : ChartTable.FromItems(
            Bars, ("", bar => bar.Label), (ValueName, bar => bar.Value), (MarkerName, bar => Cell.Number(bar.Marker))));

    private static XElement Row(Bar bar, double top, AxisScale scale)
    {
        var marker = bar.Marker is { } value ? scale.At(value) : 0;
        return Svg.Group(
            Svg.Text(LabelWidth - 8, top + 11, Svg.Cut(bar.Label, LongestLabel), "bar-label", TextAnchor.End),
            Svg.Rectangle(LabelWidth, top, scale.At(bar.Value) - LabelWidth, BarHeight, $"fill {bar.CssClass}"),
            bar.Marker is null ? null : Svg.Line(marker, top - 2, marker, top + BarHeight + 2, "marker"),
            Svg.Text(Math.Max(scale.At(bar.Value), marker) + 6, top + 11, bar.ValueText, "label"));
    }
}
