namespace DroneDelivery.LoadTests.Engine.Arrivals;

/// <summary>A stretch of an open loop whose rate changes linearly. At its end a ramp has reached its target.</summary>
/// <param name="FromRate">Arrivals per second at its start.</param>
/// <param name="ToRate">Arrivals per second at its end.</param>
public readonly record struct ArrivalStage(double FromRate, double ToRate, TimeSpan Duration)
{
    /// <summary>The number of arrivals that it asks for: the integral of its rate.</summary>
    public double Arrivals => MeanRate * Duration.TotalSeconds;

    /// <summary>Arrivals per second.</summary>
    public double MeanRate => (FromRate + ToRate) / 2;

    public static ArrivalStage Hold(double rate, TimeSpan duration) => new(rate, rate, duration);

    public static ArrivalStage Ramp(double from, double to, TimeSpan over) => new(from, to, over);

    /// <summary>When, in seconds from its start, so many arrivals have been asked for.</summary>
    /// <remarks>
    /// The rate is r(t) = a + s t, its integral a t + s t² / 2. Solved for t in the form that stays exact when s is 0 or a ramp
    /// ends at 0.
    /// </remarks>
    internal double SecondsUntil(double arrivals)
    {
        var slope = (ToRate - FromRate) / Duration.TotalSeconds;
        var root = Math.Sqrt(Math.Max(0, (FromRate * FromRate) + (2 * slope * arrivals)));
        return arrivals > 0 ? 2 * arrivals / (FromRate + root) : 0;
    }
}
