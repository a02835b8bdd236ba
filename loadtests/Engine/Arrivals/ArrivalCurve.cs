namespace DroneDelivery.LoadTests.Engine.Arrivals;

/// <summary>The cumulative number of arrivals over a list of stages, and the moment at which it reaches a given count.</summary>
internal sealed class ArrivalCurve
{
    private readonly IReadOnlyList<ArrivalStage> _stages;

    public ArrivalCurve(IReadOnlyList<ArrivalStage> stages)
    {
        _stages = stages;
        foreach (var stage in stages)
        {
            ThrowIfImpossible(stage);
        }

        Total = stages.Sum(stage => stage.Arrivals);
        Duration = stages.Aggregate(TimeSpan.Zero, (sum, stage) => sum + stage.Duration);
        if (Total <= 0)
        {
            throw new ArgumentException("Arrivals need at least one stage with a rate above zero.", nameof(stages));
        }
    }

    public double Total { get; }

    public TimeSpan Duration { get; }

    /// <summary>The moments at which the number of arrivals reaches the given counts, which must be ascending.</summary>
    public IEnumerable<TimeSpan> MomentsOf(IEnumerable<double> counts)
    {
        var (stage, before, start) = (0, 0.0, TimeSpan.Zero);
        foreach (var count in counts)
        {
            // A count that equals the end of a stage belongs to the next stage, so that a pause delays it.
            for (; stage < _stages.Count && count >= before + _stages[stage].Arrivals; stage++)
            {
                (before, start) = (before + _stages[stage].Arrivals, start + _stages[stage].Duration);
            }

            if (stage == _stages.Count)
            {
                yield break;
            }

            yield return start + Exact(_stages[stage].SecondsUntil(count - before));
        }
    }

    private static TimeSpan Exact(double seconds) => new((long)Math.Round(seconds * TimeSpan.TicksPerSecond));

    private static void ThrowIfImpossible(ArrivalStage stage)
    {
        if (stage.Duration <= TimeSpan.Zero || !IsRate(stage.FromRate) || !IsRate(stage.ToRate))
        {
            throw new ArgumentException(
                $"A stage needs a duration above zero and rates of zero or more; this is {stage}.", nameof(stage));
        }
    }

    private static bool IsRate(double rate) => double.IsFinite(rate) && rate >= 0;
}

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
