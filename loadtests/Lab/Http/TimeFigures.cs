namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The figures of a complete distribution of times, in milliseconds. There are none when it is empty.</summary>
internal sealed class TimeFigures(LatencyDistribution times)
{
    public long Count { get; } = times.Count;
    public LatencyValue Mean { get; } = times.Mean;
    public LatencyValue P50 { get; } = times.Percentile(50);
    public LatencyValue P75 { get; } = times.Percentile(75);
    public LatencyValue P90 { get; } = times.Percentile(90);
    public LatencyValue P95 { get; } = times.Percentile(95);
    public LatencyValue P99 { get; } = times.Percentile(99);
    public LatencyValue P999 { get; } = times.Percentile(99.9);
    public LatencyValue P9999 { get; } = times.Percentile(99.99);
    public LatencyValue Max { get; } = times.Max;

    /// <summary>All figures, each with its heading in a table.</summary>
    internal static IReadOnlyList<(string Heading, string Name, Func<TimeFigures, LatencyValue> Of)> Columns { get; } =
    [
        ("mean", nameof(Mean), figures => figures.Mean),
        ("p50", nameof(P50), figures => figures.P50),
        ("p75", nameof(P75), figures => figures.P75),
        ("p90", nameof(P90), figures => figures.P90),
        ("p95", nameof(P95), figures => figures.P95),
        ("p99", nameof(P99), figures => figures.P99),
        ("p99.9", nameof(P999), figures => figures.P999),
        ("p99.99", nameof(P9999), figures => figures.P9999),
        ("max", nameof(Max), figures => figures.Max),
    ];

    /// <summary>The JSON names of the figures that are lower bounds; null when there is none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? AtLeast =>
        LatencyValue.BoundNames([.. Columns.Select(column => (column.Name, column.Of(this)))]);

    /// <summary>The reasons why figures are not stated, each once; null when all are stated.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? NotStated =>
        Columns.Select(column => column.Of(this).NotStated).OfType<string>().Distinct().ToArray() is { Length: > 0 } reasons
            ? reasons
            : null;

    public static TimeFigures FromHistogram(LatencyHistogram times)
    {
        var distribution = new LatencyDistribution();
        distribution.Successes.Merge(times);
        return new TimeFigures(distribution);
    }

    /// <summary>Successes alone, to be shown next to the figures of all requests; null when no request failed.</summary>
    public static TimeFigures? FromSuccesses(LatencyDistribution times) =>
        times.Failed > 0 ? FromHistogram(times.Successes) : null;
}

/// <summary>A table of distributions, one a row, in milliseconds. Empty ones are left out.</summary>
internal static class TimeTable
{
    private const int MinWidth = 10;

    /// <param name="labels">The width of the column with the names.</param>
    public static string Plain(int labels, IReadOnlyList<(string Name, TimeFigures Figures, string Note)> rows)
    {
        var shown = rows.Where(row => row.Figures.Count > 0).ToList();
        var widths = TimeFigures.Columns
            .Select(column => shown.Select(row => column.Of(row.Figures).ToText(Number).Length + 2).Append(MinWidth).Max())
            .ToList();
        return string.Join('\n', shown.Select(Line).Prepend(Cells("ms", TimeFigures.Columns.Select(column => column.Heading))));

        string Line((string Name, TimeFigures Figures, string Note) row) =>
            Cells(row.Name, TimeFigures.Columns.Select(column => column.Of(row.Figures).ToText(Number)))
            + (row.Note.Length > 0 ? $"  {row.Note}" : "");

        string Cells(string label, IEnumerable<string> cells) =>
            label.PadRight(labels) + string.Concat(cells.Zip(widths, (cell, width) => cell.PadLeft(width)));
    }

    private static string Number(double milliseconds) => milliseconds.ToString(
        milliseconds switch { < 10 => "0.000", < 100 => "0.00", < 1_000 => "0.0", _ => "#,0" });
}
