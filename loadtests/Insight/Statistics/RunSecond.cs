namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>The contribution of one second of a run to its figures.</summary>
/// <param name="Length">In seconds: less than 1 for the last one.</param>
/// <param name="Requests">Requests that ended in this second, failed ones included.</param>
/// <param name="CpuSeconds">CPU time of emulator and services together; 0 if it was not measured.</param>
/// <param name="LatencySumMs">The sum over <paramref name="LatencyCount"/> requests.</param>
/// <param name="Latency">The latencies of all requests that were sent and ended in this second. The last second also has the
/// requests that ended later or not at all. Null if it was not kept.</param>
internal sealed record RunSecond(
    double Length, long Successful, long Requests, double LatencySumMs, long LatencyCount, double RequestUnits, long Calls,
    double CpuSeconds, LatencyDistribution? Latency)
{
    public static IReadOnlyList<RunSecond> FromRun(RunRecord run, RunSamples samples)
    {
        var partitions = run.Cosmos.Partitions.SelectMany(partition => partition.Seconds).ToLookup(second => second.Second);
        var processes = samples.Processes
            .Where(process => process.Process != RunMetric.LoadGenerator)
            .ToLookup(process => process.Second);
        return [.. run.Load.Seconds.Select(FromSecond)];

        RunSecond FromSecond(SecondSample second)
        {
            var latency = samples.LatencyOf(second);
            var (mean, count) = latency is not null
                ? (latency.Mean.Milliseconds ?? 0, latency.Count)
                : (second.MeanMs.Milliseconds ?? 0, second.Successful + second.Failed);
            return new RunSecond(
                Math.Min(1, run.Load.DurationSeconds - second.Second),
                second.Successful,
                second.Successful + second.Failed,
                mean * count,
                count,
                partitions[second.Second].Sum(partition => partition.RequestUnits),
                partitions[second.Second].Sum(partition => partition.Calls),
                processes[second.Second].Sum(process => process.CpuCores),
                latency);
        }
    }
}
