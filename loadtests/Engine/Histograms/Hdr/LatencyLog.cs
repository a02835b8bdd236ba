namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// A latency distribution as entries of an HdrHistogram log. The entry without a tag holds all requests that were sent,
/// unfinished ones with the time waited. If any request failed or was dropped, entries with tags hold each kind.
/// </summary>
public static class LatencyLog
{
    private const string Successes = "successes";
    private const string Failures = "failures";
    private const string Unfinished = "unfinished";

    /// <summary>Contains a value of 0 for each dropped arrival.</summary>
    private const string Dropped = "dropped";

    public static IEnumerable<HdrLogEntry> Entries(LatencyDistribution latency, DateTimeOffset startedAt, TimeSpan length)
    {
        yield return Entry(null, latency.All());
        if (latency.Failed > 0)
        {
            yield return Entry(Successes, latency.Successes);
            yield return Entry(Failures, latency.Failures);
            yield return Entry(Unfinished, latency.Unfinished);
        }

        if (latency.Dropped > 0)
        {
            yield return Entry(Dropped, ReadHistogram.FromCounts([0], [latency.Dropped]));
        }

        HdrLogEntry Entry(string? tag, LatencyHistogram histogram) => new(tag, startedAt, length, histogram);
    }

    /// <summary>Whether the entry belongs to a latency distribution.</summary>
    public static bool IsLatencyEntry(HdrLogEntry entry) => entry.Tag is null or Successes or Failures or Unfinished or Dropped;

    /// <param name="entries">The entries of one file. If only the entry without a tag has requests, all are successes.</param>
    public static LatencyDistribution Read(IReadOnlyList<HdrLogEntry> entries)
    {
        var latency = new LatencyDistribution();
        latency.Successes.Merge(Find(Successes));
        latency.Failures.Merge(Find(Failures));
        latency.Unfinished.Merge(Find(Unfinished));
        if (latency.Count == 0)
        {
            latency.Successes.Merge(Find(null));
        }

        latency.RecordDropped(Find(Dropped).Count);
        return latency;

        LatencyHistogram Find(string? tag) =>
            entries.FirstOrDefault(entry => entry.Tag == tag)?.Histogram ?? new LatencyHistogram();
    }
}
