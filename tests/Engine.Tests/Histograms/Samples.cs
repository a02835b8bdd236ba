using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.Engine.Tests.Histograms;

/// <summary>Latencies in microseconds of the shapes that load tests meet, the same at each call.</summary>
internal static class Samples
{
    public static IReadOnlyList<string> Shapes { get; } = ["uniform", "exponential", "lognormal", "pareto", "bimodal", "constant with outliers"];

    public static long[] Draw(string shape, int count)
    {
        var random = SeededRandom.ForStream(7, count);
        return [.. Enumerable.Range(0, count).Select(_ => (long)One(shape, random))];
    }

    public static LatencyHistogram Record(IEnumerable<long> values)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in values)
        {
            histogram.Record(value);
        }

        return histogram;
    }

    private static double One(string shape, SeededRandom random) => shape switch
    {
        "uniform" => 100 + (100_000 * random.NextDouble()),
        "exponential" => -20_000 * Math.Log(1 - random.NextDouble()),
        "lognormal" => Math.Exp(9 + random.NextNormal()),
        "pareto" => 1_000 / Math.Pow(1 - random.NextDouble(), 1 / 1.5),
        "bimodal" => random.NextDouble() < 0.9 ? 2_000 + (100 * random.NextNormal()) : 300_000 + (9_000 * random.NextNormal()),
        _ => random.NextDouble() < 0.999 ? 5_000 : 5_000 + (30_000_000 * random.NextDouble()),
    };
}
