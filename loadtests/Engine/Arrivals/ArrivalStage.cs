namespace DroneDelivery.LoadTests.Engine.Arrivals;

/// <summary>A part of an open loop in which the rate changes linearly. A ramp reaches its target rate at its end.</summary>
/// <param name="FromRate">Arrivals per second at the start.</param>
/// <param name="ToRate">Arrivals per second at the end.</param>
public readonly record struct ArrivalStage(double FromRate, double ToRate, TimeSpan Duration)
{
    /// <summary>The number of arrivals in the stage: the integral of its rate.</summary>
    public double Arrivals => MeanRate * Duration.TotalSeconds;

    /// <summary>Arrivals per second.</summary>
    public double MeanRate => (FromRate + ToRate) / 2;

    public static ArrivalStage Hold(double rate, TimeSpan duration) => new(rate, rate, duration);

    public static ArrivalStage Ramp(double from, double to, TimeSpan over) => new(from, to, over);

    /// <summary>The moment at which the integral of the rate reaches the given count, in seconds from the start.</summary>
    /// <remarks>
    /// The rate is r(t) = a + s t, its integral a t + s t² / 2. It is solved for t in the form that stays exact when s is 0 or a
    /// ramp ends at 0.
    /// </remarks>
    internal double SecondsUntil(double arrivals)
    {
        var slope = (ToRate - FromRate) / Duration.TotalSeconds;
        var root = Math.Sqrt(Math.Max(0, (FromRate * FromRate) + (2 * slope * arrivals)));
        return arrivals > 0 ? 2 * arrivals / (FromRate + root) : 0;
    }
}
