namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>
/// A few consecutive seconds of load as one point, since a long run has more seconds than a chart can show. Latencies are of all
/// requests that ended in these seconds, from their merged histograms.
/// </summary>
/// <param name="At">The middle of the slice, in seconds.</param>
/// <param name="P95"><see cref="LatencyValue.None"/> if the run has no histograms (schema version 1) and the slice has several
/// seconds.</param>
/// <param name="Requests">The number of requests in the latencies.</param>
/// <param name="FailedPerSecond">Requests that failed for the client, per second.</param>
internal sealed record LoadSlice(
    double At, int Users, double RequestsPerSecond, double FailedPerSecond, LatencyValue Mean, LatencyValue P95, long Requests)
{
    /// <summary>Leaves out a remainder of less than half a second at the end, which is too short for a rate.</summary>
    /// <param name="latencies">Histograms by second; empty if they were not kept.</param>
    public static IReadOnlyList<LoadSlice> FromSeconds(LoadRecord load, IReadOnlyDictionary<int, byte[]> latencies)
    {
        var width = TimeBuckets.Width(load.DurationSeconds);
        return
        [
            .. from second in load.Seconds
               group second by second.Second / width into slice
               orderby slice.Key
               let start = slice.Key * width
               let end = Math.Min(start + width, load.DurationSeconds)
               where end - start >= 0.5
               select FromSeconds([.. slice], start, end, latencies),
        ];
    }

    private static LoadSlice FromSeconds(
        LoadSecond[] seconds, double start, double end, IReadOnlyDictionary<int, byte[]> latencies)
    {
        var successful = seconds.Sum(second => second.Successful);
        var slice = new LoadSlice(
            (start + end) / 2,
            seconds.Max(second => second.Users),
            successful / (end - start),
            seconds.Sum(second => second.Failed) / (end - start),
            LatencyValue.None,
            LatencyValue.None,
            Requests: 0);
        var histograms = seconds.Select(second => second.Latency ?? latencies.GetValueOrDefault(second.Second)).ToList();
        if (histograms.TrueForAll(bytes => bytes is not null))
        {
            var merged = new LatencyDistribution();
            histograms.ForEach(bytes => merged.Merge(LatencyDistribution.FromBytes(bytes!)));
            return slice with { Mean = merged.Mean, P95 = merged.Percentile(95), Requests = merged.Count };
        }

        // The latencies of successes. A mean of several seconds follows from their means, a percentile does not.
        return successful == 0 ? slice : slice with
        {
            Mean = new LatencyValue(seconds.Sum(second => second.MeanMs * second.Successful) / successful),
            P95 = seconds is [var only] ? new LatencyValue(only.P95Ms) : LatencyValue.None,
            Requests = successful,
        };
    }
}
