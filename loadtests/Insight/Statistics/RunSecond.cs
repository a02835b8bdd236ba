using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>What one second of a run adds to its figures.</summary>
/// <param name="Length">In seconds: less than 1 for the last one.</param>
/// <param name="Requests">Those that ended in it, failed ones included.</param>
/// <param name="CpuSeconds">Of emulator and services together; 0 where it was not measured.</param>
/// <param name="LatenciesMs">Of the successful requests; none where not each of them was kept.</param>
internal sealed record RunSecond(
    double Length,
    long Successful,
    long Requests,
    double LatencySumMs,
    double RequestUnits,
    long Calls,
    double CpuSeconds,
    IReadOnlyList<double> LatenciesMs)
{
    private const double NanosecondsInSecond = 1e9;

    public static IReadOnlyList<RunSecond> FromRun(RunRecord run, RunSamples samples)
    {
        var partitions = run.Cosmos.Partitions.SelectMany(partition => partition.Seconds).ToLookup(second => second.Second);
        var processes = samples.Processes
            .Where(process => process.Process != RunMetric.LoadGenerator)
            .ToLookup(process => process.Second);
        var start = run.Manifest.StartedAt.ToUnixTimeMilliseconds() * 1e6;
        var latencies = (samples.Losses.Requests == 0 ? samples.Requests : [])
            .Where(request => request.Successful)
            .ToLookup(request => (int)((request.Done - start) / NanosecondsInSecond), request => request.LatencyMs);
        return
        [
            .. run.Load.Seconds.Select(second => new RunSecond(
                Math.Min(1, run.Load.DurationSeconds - second.Second),
                second.Successful,
                second.Successful + second.Failed,
                second.MeanMs * second.Successful,
                partitions[second.Second].Sum(partition => partition.RequestUnits),
                partitions[second.Second].Sum(partition => partition.Calls),
                processes[second.Second].Sum(process => process.CpuCores),
                [.. latencies[second.Second]])),
        ];
    }
}
