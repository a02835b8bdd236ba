namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>Draws from a lognormal distribution, the same ones for the same settings.</summary>
internal sealed class LatencySequence
{
    private readonly Lock _gate = new();
    private readonly Random _random;
    private readonly double _mu;
    private readonly double _sigma;

    public LatencySequence(LatencySettings settings)
    {
        Settings = settings;
        _random = new Random(settings.Seed);

        // A lognormal's variance relative to its mean gives sigma; mu then puts the mean where it is wanted.
        var variance = Math.Log(1 + (settings.CoefficientOfVariation * settings.CoefficientOfVariation));
        _sigma = Math.Sqrt(variance);
        _mu = settings.MeanMs > 0 ? Math.Log(settings.MeanMs) - (variance / 2) : 0;
    }

    public LatencySettings Settings { get; }

    public TimeSpan Next()
    {
        if (Settings.MeanMs <= 0)
        {
            return TimeSpan.Zero;
        }

        return TimeSpan.FromMilliseconds(Math.Exp(_mu + (_sigma * NextNormal())));
    }

    // Box and Muller; 1 - u keeps the logarithm's argument above zero.
    private double NextNormal()
    {
        double first, second;
        lock (_gate)
        {
            first = 1 - _random.NextDouble();
            second = _random.NextDouble();
        }

        return Math.Sqrt(-2 * Math.Log(first)) * Math.Cos(2 * Math.PI * second);
    }
}
