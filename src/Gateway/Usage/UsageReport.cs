using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Usage;

/// <summary>What was used from one moment to another.</summary>
/// <param name="IntervalSeconds">The length of each interval.</param>
/// <param name="Total">Of all rows, those left out too.</param>
/// <param name="Rows">The busiest first.</param>
/// <param name="RowsLeftOut">Rows beyond <see cref="MostRows"/>; ask for one key, holder or route to see them.</param>
/// <param name="Intervals">In order of time; those without a request are left out.</param>
internal sealed record UsageReport(
    DateTimeOffset From,
    DateTimeOffset To,
    int IntervalSeconds,
    UsageSums Total,
    IReadOnlyList<UsageRow> Rows,
    int RowsLeftOut,
    IReadOnlyList<UsageInterval> Intervals)
{
    public const int MostRows = 1_000;

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
            UsageSums.Of(total),
            [
                .. read.Rows.OrderByDescending(row => row.Value.Requests)
                    .Take(MostRows)
                    .Select(row => new UsageRow(
                        row.Key.Key,
                        keys.GetValueOrDefault(row.Key.Key)?.Name,
                        row.Key.Route,
                        row.Key.Status,
                        UsageSums.Of(row.Value))),
            ],
            Math.Max(0, read.Rows.Count - MostRows),
            [
                .. read.Intervals.Select(interval =>
                    new UsageInterval(DateTimeOffset.FromUnixTimeSeconds(interval.Key), UsageSums.Of(interval.Value))),
            ]);
    }
}

/// <param name="Holder">Null if no key has the id.</param>
internal sealed record UsageRow(string Key, string? Holder, string Route, int Status, UsageSums Sums);

internal sealed record UsageInterval(DateTimeOffset Start, UsageSums Sums);

/// <param name="BytesIn">Of the requests' bodies.</param>
/// <param name="BytesOut">Of the answers' bodies.</param>
/// <param name="MeanMs">From the request's arrival until the end of its answer.</param>
/// <param name="P50AtMostMs">Half of the requests took no longer; the end of a class (see <see cref="UsageLatency"/>).</param>
/// <param name="P99AtMostMs">Null where it is longer than the last class has an end.</param>
internal sealed record UsageSums(long Requests, long BytesIn, long BytesOut, double MeanMs, int? P50AtMostMs, int? P99AtMostMs)
{
    public static UsageSums Of(UsageFigures figures) => new(
        figures.Requests,
        figures.BytesIn,
        figures.BytesOut,
        figures.Requests == 0 ? 0 : Math.Round(figures.Microseconds / 1_000d / figures.Requests, 3),
        UsageLatency.QuantileAtMostMs(figures.ByLatency, 0.5),
        UsageLatency.QuantileAtMostMs(figures.ByLatency, 0.99));
}
