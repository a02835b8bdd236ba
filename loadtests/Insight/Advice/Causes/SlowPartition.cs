namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>One partition takes longer for its calls than the others.</summary>
internal static class SlowPartition
{
    /// <summary>Other partitions differ by chance, but not by this factor.</summary>
    private const double Conspicuous = 2;

    /// <summary>The median of fewer calls is too uncertain.</summary>
    private const int MinCalls = 20;

    /// <summary>A slow partition is a fault, so a noticeable share of latency is enough.</summary>
    private const double WorthAChange = 0.05;

    public static Finding? Find(RunEvidence run)
    {
        var partitions = run.Calls.ByPartition.Where(partition => partition.Value.Calls >= MinCalls).ToList();
        if (partitions.Count < 3)
        {
            return null;
        }

        var slowest = partitions.MaxBy(partition => partition.Value.MedianMs);
        var typical = partitions.Select(partition => partition.Value.MedianMs).Quantile(0.5);
        var lost = run.Mean(request => LostTo(request, run.Calls.Shape, slowest.Key, typical));
        if (slowest.Value.MedianMs < typical * Conspicuous || run.ShareOfLatency(lost) < WorthAChange)
        {
            return null;
        }

        return Finding.FromLostTime(
            run, Cause.SlowPartition, lost,
            $"Partition {slowest.Key} is slow.",
            [
                $"Half of its calls take {Milliseconds(slowest.Value.MedianMs)} or more ({Count(slowest.Value.Calls)} traced "
                + $"calls); on the median partition that is {Milliseconds(typical)}.",
                .. ThrottlingInWords(run, slowest.Key),
                $"Requests wait {Milliseconds(lost)} longer for it than for the others, {run.OfMeanLatency}.",
            ],
            $"Look at partition {slowest.Key} at the database: a failing replica, a split under way, a noisy neighbour.")
            .WithDoubt(run.Calls.DatabaseSaysDurations
                ? null
                : "the database does not report how long its calls took, so the network to the partition may be the reason");
    }

    /// <summary>Throttling is stated separately, since the durations of calls do not include waits to retry.</summary>
    private static IEnumerable<string> ThrottlingInWords(RunEvidence run, string id)
    {
        var partitions = run.Cosmos.Partitions.ToLookup(partition => partition.Id == id);
        if (partitions[true].Any() && partitions[false].Any())
        {
            yield return $"{Share(ThrottledShare(partitions[true]))} of its calls were answered 429, "
                + $"{Share(ThrottledShare(partitions[false]))} on the others; the times above do not include waits to retry.";
        }
    }

    private static double ThrottledShare(IEnumerable<PartitionRecord> partitions)
    {
        var seconds = partitions.SelectMany(partition => partition.Seconds).ToList();
        return (double)seconds.Sum(second => second.Throttled) / Math.Max(1, seconds.Sum(second => second.Calls));
    }

    /// <summary>How much earlier the request's last call would end without the slow partition.</summary>
    private static double LostTo(TracedRequest request, CallShape shape, string partition, double typicalMs)
    {
        var others = request.Answered.Where(call => call.Partition() != partition).ToList();
        return shape == CallShape.Parallel && others.Count > 0
            ? Math.Max(0, TracedRequest.SpanBetween(request.Answered) - TracedRequest.SpanBetween(others))
            : request.Answered.Where(call => call.Partition() == partition)
                .Sum(call => Math.Max(0, call.DurationMs() - typicalMs));
    }
}
