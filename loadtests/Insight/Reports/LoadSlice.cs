using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>
/// A few consecutive seconds of load as one point, since a long run has more seconds than a chart can show. Latencies are of all
/// requests that ended in these seconds, from their merged histograms.
/// </summary>
/// <param name="At">The middle of the slice, in seconds.</param>
/// <param name="P95"><see cref="LatencyValue.None"/> if the run has no histograms (schema version 1) and the slice has several
/// seconds.</param>
/// <param name="Requests">The number of requests in the latencies.</param>
internal sealed record LoadSlice(
    double At, int Users, double RequestsPerSecond, LatencyValue Mean, LatencyValue P95, long Requests)
{
    /// <summary>Requests that failed for the client, per second.</summary>
    public double FailedPerSecond { get; private init; }

    /// <param name="latencies">Histograms by second; empty if they were not kept.</param>
    public static IReadOnlyList<LoadSlice> FromSeconds(LoadRecord load, IReadOnlyDictionary<int, byte[]> latencies)
    {
        var width = TimeBuckets.Width(load.DurationSeconds);
        return
        [
            .. load.Seconds
                .GroupBy(second => second.Second / width)
                .OrderBy(slice => slice.Key)
                .Select(slice => FromSeconds(
                    [.. slice], slice.Key * width, Math.Min((slice.Key + 1) * width, load.DurationSeconds), latencies))
                .OfType<LoadSlice>(),
        ];
    }

    /// <summary>Null for a remainder of less than half a second at the end, which is too short for a rate.</summary>
    private static LoadSlice? FromSeconds(
        LoadSecond[] seconds, double from, double to, IReadOnlyDictionary<int, byte[]> latencies)
    {
        if (to - from < 0.5)
        {
            return null;
        }

        var (mean, p95, requests) = Latencies(seconds, latencies);
        return new LoadSlice(
            (from + to) / 2,
            seconds.Max(second => second.Users),
            seconds.Sum(second => second.Successful) / (to - from),
            mean,
            p95,
            requests)
        { FailedPerSecond = seconds.Sum(second => second.Failed) / (to - from) };
    }

    private static (LatencyValue Mean, LatencyValue P95, long Requests) Latencies(
        LoadSecond[] seconds, IReadOnlyDictionary<int, byte[]> latencies)
    {
        var merged = new LatencyDistribution();
        foreach (var second in seconds)
        {
            if ((second.Latency ?? latencies.GetValueOrDefault(second.Second)) is not { } bytes)
            {
                return WithoutHistograms(seconds);
            }

            merged.Merge(LatencyDistribution.FromBytes(bytes));
        }

        return (merged.Mean, merged.Percentile(95), merged.Count);
    }

    /// <summary>The latencies of successes. A mean of several seconds follows from their means, a percentile does not.</summary>
    private static (LatencyValue Mean, LatencyValue P95, long Requests) WithoutHistograms(LoadSecond[] seconds)
    {
        var requests = seconds.Sum(second => second.Successful);
        return requests == 0
            ? (LatencyValue.None, LatencyValue.None, 0)
            : (
                new LatencyValue(seconds.Sum(second => second.MeanMs * second.Successful) / requests),
                seconds is [var only] ? new LatencyValue(only.P95Ms) : LatencyValue.None,
                requests);
    }
}
