using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.Engine.Tests.Thresholds;

/// <summary>Figures of a run that was never made.</summary>
internal static class SomeFigures
{
    /// <param name="failed">Failures that took 1 ms each.</param>
    /// <param name="milliseconds">Latencies of the successes.</param>
    public static LoadFigures Create(
        double seconds = 10, long failed = 0, long dropped = 0, long late = 0, long cutOff = 0, params IReadOnlyList<long> milliseconds)
    {
        var latency = new LatencyDistribution();
        foreach (var value in milliseconds)
        {
            latency.Record(value * 1_000, RequestEnd.Success);
        }

        for (var failure = 0; failure < failed; failure++)
        {
            latency.Record(1_000, RequestEnd.Failure);
        }

        latency.RecordDropped(dropped);
        return new LoadFigures { Elapsed = TimeSpan.FromSeconds(seconds), Latency = latency, Late = late, CutOff = cutOff };
    }

    /// <summary>1, 2, … <paramref name="count"/> ms.</summary>
    public static IReadOnlyList<long> Upwards(int count) => [.. Enumerable.Range(1, count).Select(value => (long)value)];
}
