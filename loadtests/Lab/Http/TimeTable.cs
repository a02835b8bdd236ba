using System.Globalization;
using System.Text;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Distributions below each other, in milliseconds; empty ones are left out.</summary>
internal static class TimeTable
{
    private static readonly (string Name, Func<TimeFigures, double> Of)[] Columns =
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
        var text = new StringBuilder();
        text.Append("ms".PadRight(labels)).AppendJoin("", Columns.Select(column => column.Name.PadLeft(10)));
        foreach (var (name, figures, note) in rows.Where(row => row.Figures.Count > 0))
        {
            text.Append('\n').Append(name.PadRight(labels))
                .AppendJoin("", Columns.Select(column => Number(column.Of(figures)).PadLeft(10)))
                .Append(note.Length > 0 ? "  " : "").Append(note);
        }

        return text.ToString();
    }

    private static string Number(double milliseconds) => milliseconds.ToString(
        milliseconds switch { < 10 => "0.000", < 100 => "0.00", < 1_000 => "0.0", _ => "#,0" }, CultureInfo.InvariantCulture);
}
