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
