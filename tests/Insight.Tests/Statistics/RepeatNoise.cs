using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

/// <summary>
/// Repeats as a machine might give them: a figure around 100 with a coefficient of variation and a shape of noise.
/// </summary>
internal sealed class RepeatNoise(ulong seed, string shape, double variation)
{
    private readonly SeededRandom _random = new(seed);
    private double _previous;

    /// <summary>Runs in turn, A B A B: <paramref name="change"/> is what B's figures are multiplied by.</summary>
    public (double[] A, double[] B) Draw(int repeats, double change)
    {
        var (a, b) = (new double[repeats], new double[repeats]);
        for (var i = 0; i < repeats; i++)
        {
            (a[i], b[i]) = (Next(2 * i, repeats), change * Next((2 * i) + 1, repeats));
        }

        return (a, b);
    }

    private double Next(int run, int repeats) => 100 * (1 + (variation * shape switch
    {
        "normal" => _random.NextNormal(),
        "skewed" => -Math.Log(1 - _random.NextDouble()) - 1,
        "outliers" => (_random.NextDouble() < 0.1 ? 4 : 1) * _random.NextNormal() / Math.Sqrt(0.9 + (0.1 * 16)),
        "one noisier" => (run % 2 == 0 ? 0.6 : 1.28) * _random.NextNormal(),
        "lasting" => _previous = (0.6 * _previous) + (0.8 * _random.NextNormal()),
        "drifting" => (0.7 * _random.NextNormal()) + (((double)run / repeats) - 1),
        _ => throw new ArgumentException($"There is no noise called {shape}."),
    }));
}
