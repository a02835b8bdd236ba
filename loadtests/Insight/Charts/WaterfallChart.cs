namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>One request as bars over time, each below its parent; waits are hatched.</summary>
/// <param name="Id">Unique on the page: part of the id of the hatching.</param>
internal sealed record WaterfallChart(string Id, string Title, string Description, Waterfall Waterfall)
    : Chart(Title, Description)
{
    private const double Width = 900;
    private const double LabelWidth = 310;
    private const double RightMargin = 150;
    private const double Top = 26;
    private const double RowHeight = 19;
    private const double BarHeight = 12;
    private const double Indent = 11;
    private const double CharacterWidth = 6.4;

    /// <summary>The maximum number of rows; a larger picture is not readable.</summary>
    private const int MaxRows = 120;

    public override XElement ToSvg()
    {
        var rows = Waterfall.Rows.Take(MaxRows).ToList();
        var scale = new AxisScale(Waterfall.DurationMs, LabelWidth, Width - RightMargin, 8, exact: true);
        var bottom = Top + (rows.Count * RowHeight);
        var left = Waterfall.Rows.Count - rows.Count;
        return Picture(
            Width,
            bottom + 26,
            Hatching.CreatePattern(Id),
            scale.Ticks.Select(tick => Svg.Group(
                Svg.Line(scale.At(tick), Top - 4, scale.At(tick), bottom, "grid"),
                Svg.Text(scale.At(tick), Top - 9, Short(tick), "tick", TextAnchor.Middle))),
            Svg.Text(LabelWidth - 8, Top - 9, "ms from the start", "unit", TextAnchor.End),
            rows.Select((row, index) => Row(row, Top + (index * RowHeight), scale)),
            left > 0 ? Svg.Text(8, bottom + 16, $"{left} more rows are not drawn.", "unit") : null);
    }

    public override ChartTable ToTable() => ChartTable.FromItems(
        Waterfall.Rows.Take(MaxRows),
        ("What", row => LabelOf(row)),
        ("starts, ms", row => row.StartMs),
        ("takes, ms", row => row.DurationMs),
        ("status", row => Cell.Whole(row.Status)),
        ("partition", row => Cell.Words(row.Partition)),
        ("RU", row => Cell.Number(row.RequestUnits)));

    private XElement Row(WaterfallRow row, double top, AxisScale scale)
    {
        var (from, to) = (scale.At(row.StartMs), scale.At(row.StartMs + row.DurationMs));
        var indent = 8 + (row.Depth * Indent);
        var label = LabelOf(row);
        return Svg.Group(
            new XElement("title", $"{label}, {Words(row)}"),
            Svg.Text(indent, top + 10, Svg.Cut(label, (int)((LabelWidth - indent - 4) / CharacterWidth)), "row-label"),
            Hatching.Bar(Id, from, top, Math.Max(to - from, 1.5), BarHeight, ClassOf(row)),
            Svg.Text(to + 5, top + 10, Words(row), row.Kind == WaterfallRowKind.Wait ? "label wait-label" : "label"));
    }

    private static string LabelOf(WaterfallRow row) =>
        row.Kind == WaterfallRowKind.Wait ? row.Name : $"{row.Service}: {row.Name}";

    private static string ClassOf(WaterfallRow row) => row.Kind switch
    {
        WaterfallRowKind.Wait => "wait",
        WaterfallRowKind.CosmosData or WaterfallRowKind.CosmosOther when row.Status == SpanFacts.TooManyRequests => "fill c2",
        WaterfallRowKind.CosmosData => "fill c1",
        WaterfallRowKind.CosmosOther => "fill c6",
        WaterfallRowKind.Server => "fill c3",
        _ => "fill quiet",
    };

    private static string Words(WaterfallRow row)
    {
        var outcome = row switch
        {
            { Status: SpanFacts.TooManyRequests } => ", 429 throttled",
            { Status: >= 400 } => $", status {row.Status}",
            { RequestUnits: > 0 } => $", {Short(row.RequestUnits)} RU",
            _ => "",
        };
        return $"{(row.Kind == WaterfallRowKind.Wait ? $"{row.Name} " : "")}{Milliseconds(row.DurationMs)}{outcome}";
    }
}
