using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>
/// The network of a remote user: a lognormal round trip, half of it before the request is sent and half after the response has
/// arrived. It is part of latency, not of service time.
/// </summary>
public sealed record SimulatedRoundTrip
{
    private readonly double _mu;
    private readonly double _sigma;

    public SimulatedRoundTrip(TimeSpan mean, double coefficientOfVariation)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(mean, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfNegative(coefficientOfVariation);
        Mean = mean;
        var variance = Math.Log(1 + (coefficientOfVariation * coefficientOfVariation));
        _sigma = Math.Sqrt(variance);
        _mu = Math.Log(mean.TotalSeconds) - (variance / 2);
    }

    public static SimulatedRoundTrip None { get; } = new(TimeSpan.Zero, 0);

    public TimeSpan Mean { get; }

    public TimeSpan Draw(Random random)
    {
        if (Mean == TimeSpan.Zero || _sigma == 0)
        {
            return Mean;
        }

        return TimeSpan.FromSeconds(Math.Exp(_mu + (_sigma * random.NextNormal())));
    }
}
