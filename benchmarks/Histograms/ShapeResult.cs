using System.Diagnostics;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.Histograms.Benchmarks;

/// <summary>One shape of latencies: how far percentiles are off, whether merging is exact, and what recording costs.</summary>
/// <param name="WorstError">The largest relative error of any percentile, and <paramref name="WorstAt"/> which one.</param>
/// <param name="Nanoseconds">For one value, the median of the turns.</param>
/// <param name="AllocatedBytes">By one turn, the one with the fewest.</param>
internal sealed record ShapeResult(
    string Shape, int Values, double WorstError, double WorstAt, bool MergesExactly, double Nanoseconds, long AllocatedBytes)
{
    private const double AllowedError = 0.001;
    private const double AllowedNanoseconds = 20;
    private const int Turns = 7;
    private const int Parts = 4;

    private static readonly double[] Percentiles =
    [
        0.001, 0.01, 0.1, .. Enumerable.Range(1, 99).Select(percent => (double)percent), 99.5, 99.9, 99.95, 99.99, 99.999,
        99.9999, 100,
    ];

    public bool IsAsPromised =>
        WorstError <= AllowedError && MergesExactly && Nanoseconds < AllowedNanoseconds && AllocatedBytes == 0;

    public static ShapeResult Measure(string shape, long[] values)
    {
        var histogram = new LatencyHistogram();
        var (nanoseconds, allocated) = Record(histogram, values);
        var merges = MergedEquals(histogram, values);
        Array.Sort(values);
        var (error, at) = Percentiles.Select(percentile => (Error(histogram, values, percentile), percentile)).Max();
        return new ShapeResult(shape, values.Length, error, at, merges, nanoseconds, allocated);
    }

    private static (double Nanoseconds, long Allocated) Record(LatencyHistogram histogram, long[] values)
    {
        var turns = new double[Turns];
        var allocated = long.MaxValue;
        for (var turn = 0; turn < Turns; turn++)
        {
            histogram.Clear();
            var before = GC.GetAllocatedBytesForCurrentThread();
            var started = Stopwatch.GetTimestamp();
            foreach (var value in values)
            {
                histogram.Record(value);
            }

            turns[turn] = Stopwatch.GetElapsedTime(started).TotalNanoseconds / values.Length;
            // The least of all turns: a collection, for whatever thread, counts the rest of this thread's 8 KB as allocated.
            allocated = Math.Min(allocated, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Array.Sort(turns);
        return (turns[Turns / 2], allocated);
    }

    private static bool MergedEquals(LatencyHistogram whole, long[] values)
    {
        var merged = new LatencyHistogram();
        foreach (var part in values.Chunk((values.Length / Parts) + 1))
        {
            var histogram = new LatencyHistogram();
            Array.ForEach(part, value => histogram.Record(value));
            merged.Merge(histogram);
        }

        var (a, b) = (merged.ToRecord(), whole.ToRecord());
        return a.Indexes.SequenceEqual(b.Indexes) && a.Counts.SequenceEqual(b.Counts)
            && (a with { Indexes = b.Indexes, Counts = b.Counts }) == b;
    }

    private static double Error(LatencyHistogram histogram, long[] sorted, double percentile)
    {
        var exact = sorted[Math.Max(0, (int)Math.Ceiling((percentile / 100 * sorted.Length) - 1e-6) - 1)];
        var difference = Math.Abs(histogram.ValueAtPercentile(percentile) - exact);
        return difference == 0 ? 0 : (double)difference / exact;
    }
}
