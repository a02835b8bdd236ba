using System.Text;

namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>One row of a heat map: a share of the limit for each column; 1 is the limit.</summary>
public sealed record HeatRow(string Label, IReadOnlyList<double> Shares);

/// <summary>Rows of cells that stand out more near the limit; cells above it have a separate colour.</summary>
/// <param name="ColumnWidth">The width of one cell, in <paramref name="XUnit"/>.</param>
public sealed record HeatMap(
    string Title, string Description, string RowUnit, string XUnit, double ColumnWidth, IReadOnlyList<HeatRow> Rows)
    : Chart(Title, Description)
{
    private const double Left = 30;
    private const double Top = 22;
    private const double RowHeight = 15;
    private const double Gap = 1;
    private const double RightMargin = 12;

    private static readonly (double From, string Label)[] Levels =
        [(0, "0"), (0.2, "20"), (0.4, "40"), (0.6, "60"), (0.8, "80"), (0.95, "95"), (1.000001, "over 100 %")];

    private int Columns => Rows.Select(row => row.Shares.Count).DefaultIfEmpty().Max();

    private double PlotBottom => Top + (Rows.Count * RowHeight);

    public override XElement ToSvg()
    {
        var scale = new AxisScale(Columns * ColumnWidth, Left, ChartFrame.Width - RightMargin, 6, exact: true);
        return Picture(
            ChartFrame.Width,
            PlotBottom + 64,
            Svg.Text(4, 12, RowUnit, "unit"),
            Rows.Select((row, index) => Svg.Text(Left - 6, Top + (index * RowHeight) + 11, row.Label, "tick", TextAnchor.End)),
            Cells(scale),
            scale.Ticks.Select(tick => Svg.Text(scale.At(tick), PlotBottom + 14, Short(tick), "tick", TextAnchor.Middle)),
            Svg.Text(ChartFrame.Width - RightMargin, PlotBottom + 28, XUnit, "unit", TextAnchor.End),
            Legend());
    }

    public override ChartTable ToTable() => new(
        [XUnit, .. Rows.Select(row => $"{RowUnit} {row.Label}")],
        [
            .. Enumerable.Range(0, Columns).Select(column => (Cell[])
            [
                column * ColumnWidth,
                .. Rows.Select(row => Cell.Percent(column < row.Shares.Count ? row.Shares[column] : null)),
            ]),
        ]);

    /// <summary>All cells of one colour are one path, a tenth of the size of separate rectangles.</summary>
    private IEnumerable<XElement> Cells(AxisScale scale)
    {
        var paths = Levels.Select(_ => new StringBuilder()).ToArray();
        foreach (var (row, heat) in Rows.Index())
        {
            var top = Svg.Number(Top + (row * RowHeight));
            foreach (var (column, share) in heat.Shares.Index())
            {
                var from = Svg.Number(scale.At(column * ColumnWidth));
                var to = Svg.Number(scale.At((column + 1) * ColumnWidth));
                var level = Array.FindLastIndex(Levels, each => share >= each.From);
                paths[level].Append($"M{from} {top}H{to}v{Svg.Number(RowHeight - Gap)}H{from}z");
            }
        }

        return paths.Index()
            .Where(path => path.Item.Length > 0)
            .Select(path => Svg.Path(path.Item.ToString(), $"heat{path.Index}"));
    }

    private XElement Legend()
    {
        const double swatch = 35;
        const double labelWidth = 86;
        var top = PlotBottom + 34;
        return Svg.Group(
            Svg.Text(Left, top + 11, "% of budget:", "unit"),
            Levels.Select((level, index) => Svg.Group(
                Svg.Rectangle(Left + labelWidth + (index * swatch), top, swatch - Gap, 9, $"heat{index}"),
                Svg.Text(Left + labelWidth + (index * swatch), top + 20, level.Label, "tick"))));
    }
}
