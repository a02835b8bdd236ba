using System.Globalization;
using System.Text;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>A table of distributions, one a row, in milliseconds. Empty ones are left out.</summary>
internal static class TimeTable
{
    private const int MinWidth = 10;

    private static readonly (string Name, Func<TimeFigures, LatencyValue> Of)[] Columns =
    [
        ("mean", figures => figures.Mean),
        ("p50", figures => figures.P50),
        ("p75", figures => figures.P75),
        ("p90", figures => figures.P90),
        ("p95", figures => figures.P95),
        ("p99", figures => figures.P99),
        ("p99.9", figures => figures.P999),
        ("p99.99", figures => figures.P9999),
        ("max", figures => figures.Max),
    ];

    /// <param name="labels">The width of the column with the names.</param>
    public static string Plain(int labels, params IReadOnlyList<(string Name, TimeFigures Figures, string Note)> rows)
    {
        var shown = rows.Where(row => row.Figures.Count > 0).ToList();
        var widths = Columns
            .Select(column => shown.Select(row => Cell(column.Of(row.Figures)).Length + 2).Append(MinWidth).Max())
            .ToList();
        var text = new StringBuilder();
        text.Append("ms".PadRight(labels)).AppendJoin("", Columns.Zip(widths, (column, width) => column.Name.PadLeft(width)));
        foreach (var (name, figures, note) in shown)
        {
            text.Append('\n').Append(name.PadRight(labels))
                .AppendJoin("", Columns.Zip(widths, (column, width) => Cell(column.Of(figures)).PadLeft(width)))
                .Append(note.Length > 0 ? "  " : "").Append(note);
        }

        return text.ToString();
    }

    private static string Cell(LatencyValue value) => value.ToText(Number);

    private static string Number(double milliseconds) => milliseconds.ToString(
        milliseconds switch { < 10 => "0.000", < 100 => "0.00", < 1_000 => "0.0", _ => "#,0" }, CultureInfo.InvariantCulture);
}
