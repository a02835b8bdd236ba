namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>
/// A few consecutive seconds of load as one point, since a long run has more seconds than a chart can show. Latencies are of all
/// requests that ended in these seconds, from their merged histograms.
/// </summary>
/// <param name="At">The middle of the slice, in seconds; of a slice of <see cref="LoadLevels"/> its load.</param>
/// <param name="P95"><see cref="LatencyValue.None"/> if the run has no histograms (schema version 1) and the slice has several
/// seconds.</param>
/// <param name="Requests">The number of requests in the latencies.</param>
/// <param name="FailedPerSecond">Requests that failed for the client, per second.</param>
internal sealed record LoadSlice(
    double At, int? Users, double RequestsPerSecond, double FailedPerSecond, LatencyValue Mean, LatencyValue P95, long Requests)
{
    /// <summary>Leaves out a remainder of less than half a second at the end, which is too short for a rate.</summary>
    public static IReadOnlyList<LoadSlice> FromSeconds(LoadRecord load, RunSamples samples)
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
               select FromSeconds([.. slice], (start + end) / 2, end - start, samples),
        ];
    }

    /// <param name="length">The length of all <paramref name="seconds"/>, in seconds.</param>
    public static LoadSlice FromSeconds(SecondSample[] seconds, double at, double length, RunSamples samples)
    {
        var successful = seconds.Sum(second => second.Successful);
        var slice = new LoadSlice(
            at, seconds.Max(second => second.Users), successful / length,
            seconds.Sum(second => second.Failed) / length, LatencyValue.None, LatencyValue.None, Requests: 0);
        if (samples.MergedLatency(seconds) is { } merged)
        {
            return slice with { Mean = merged.Mean, P95 = merged.Percentile(95), Requests = merged.Count };
        }

        // The latencies of successes. A mean of several seconds follows from their means, a percentile does not.
        return successful == 0 ? slice : slice with
        {
            Mean = new LatencyValue(seconds.Sum(second => (second.MeanMs.Milliseconds ?? 0) * second.Successful) / successful),
            P95 = seconds is [var only] ? only.P95Ms : LatencyValue.None,
            Requests = successful,
        };
    }
}
