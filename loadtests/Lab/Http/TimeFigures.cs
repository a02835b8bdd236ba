using System.Globalization;
using System.Text;
using System.Text.Json.Serialization;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>A distribution of times in milliseconds. Figures are 0 when it is empty.</summary>
internal sealed record TimeFigures(
    long Count,
    LatencyValue Mean,
    LatencyValue P50,
    LatencyValue P75,
    LatencyValue P90,
    LatencyValue P95,
    LatencyValue P99,
    LatencyValue P999,
    LatencyValue P9999,
    LatencyValue Max)
{
    /// <summary>The JSON names of the figures that are lower bounds; null when there is none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? AtLeast => LatencyValue.BoundNames(
        (nameof(Mean), Mean),
        (nameof(P50), P50),
        (nameof(P75), P75),
        (nameof(P90), P90),
        (nameof(P95), P95),
        (nameof(P99), P99),
        (nameof(P999), P999),
        (nameof(P9999), P9999),
        (nameof(Max), Max));

    /// <summary>The reasons why figures are not stated, each once; null when all are stated.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? NotStated
    {
        get
        {
            string[] reasons =
                [.. new[] { P50, P75, P90, P95, P99, P999, P9999 }.Select(value => value.NotStated).OfType<string>().Distinct()];
            return reasons.Length > 0 ? reasons : null;
        }
    }

    public static TimeFigures FromDistribution(LatencyDistribution times) => new(
        times.Count,
        times.Mean.OrZero(),
        times.Percentile(50).OrZero(),
        times.Percentile(75).OrZero(),
        times.Percentile(90).OrZero(),
        times.Percentile(95).OrZero(),
        times.Percentile(99).OrZero(),
        times.Percentile(99.9).OrZero(),
        times.Percentile(99.99).OrZero(),
        times.Max.OrZero());

    public static TimeFigures FromHistogram(LatencyHistogram times)
    {
        var distribution = new LatencyDistribution();
        distribution.Successes.Merge(times);
        return FromDistribution(distribution);
    }
}

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
