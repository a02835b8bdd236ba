using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Usage;

/// <summary>The usage of a period of time.</summary>
/// <param name="IntervalSeconds">The length of each interval, in seconds.</param>
/// <param name="Total">The sums of all rows, including those left out.</param>
/// <param name="Rows">The rows in descending order of requests, at most <see cref="MaxRows"/>.</param>
/// <param name="RowsLeftOut">
/// The number of rows beyond <see cref="MaxRows"/>. A query for one key, holder or route may return them.
/// </param>
/// <param name="Intervals">The intervals in chronological order. Intervals without a request are left out.</param>
internal sealed record UsageReport(
    DateTimeOffset From,
    DateTimeOffset To,
    int IntervalSeconds,
    UsageSums Total,
    IReadOnlyList<UsageRow> Rows,
    int RowsLeftOut,
    IReadOnlyList<UsageInterval> Intervals)
{
    public const int MaxRows = 1_000;

    /// <param name="keys">All keys, by id.</param>
    public static UsageReport Create(UsageFilter filter, UsageRead read, IReadOnlyDictionary<string, StoredKey> keys)
    {
        var total = new UsageFigures();
        foreach (var (_, figures) in read.Intervals)
        {
            total.Add(figures);
        }

        return new UsageReport(
            DateTimeOffset.FromUnixTimeSeconds(filter.From),
            DateTimeOffset.FromUnixTimeSeconds(filter.To),
            filter.Step,
            UsageSums.FromFigures(total),
            [
                .. read.Rows.OrderByDescending(row => row.Value.Requests)
                    .Take(MaxRows)
                    .Select(row => new UsageRow(
                        row.Key.Key,
                        keys.GetValueOrDefault(row.Key.Key)?.Name,
                        row.Key.Route,
                        row.Key.Status,
                        UsageSums.FromFigures(row.Value))),
            ],
            Math.Max(0, read.Rows.Count - MaxRows),
            [
                .. read.Intervals.Select(interval =>
                    new UsageInterval(DateTimeOffset.FromUnixTimeSeconds(interval.Key), UsageSums.FromFigures(interval.Value))),
            ]);
    }
}

/// <param name="Holder">The name of the key's holder; null if no key has the id.</param>
internal sealed record UsageRow(string Key, string? Holder, string Route, int Status, UsageSums Sums);

internal sealed record UsageInterval(DateTimeOffset Start, UsageSums Sums);

/// <param name="BytesIn">The size of all request bodies, in bytes.</param>
/// <param name="BytesOut">The size of all response bodies, in bytes.</param>
/// <param name="MeanMs">The mean latency from the arrival of the request to the end of its response, in ms.</param>
/// <param name="P50AtMostMs">
/// The upper bound of the latency class (see <see cref="UsageLatency"/>) that contains the median, in ms. Null if that is the
/// last class, which has no upper bound, or if there is no request.
/// </param>
/// <param name="P99AtMostMs">
/// The upper bound of the latency class that contains the 99th percentile, in ms. Null if that is the last class, which has no
/// upper bound, or if there is no request.
/// </param>
internal sealed record UsageSums(long Requests, long BytesIn, long BytesOut, double MeanMs, int? P50AtMostMs, int? P99AtMostMs)
{
    public static UsageSums FromFigures(UsageFigures figures) => new(
        figures.Requests,
        figures.BytesIn,
        figures.BytesOut,
        figures.Requests == 0 ? 0 : Math.Round(figures.Microseconds / 1_000d / figures.Requests, 3),
        UsageLatency.QuantileAtMostMs(figures.ByLatency, 0.5),
        UsageLatency.QuantileAtMostMs(figures.ByLatency, 0.99));
}
