namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>
/// Users who wait for each answer, think, and ask again; their number changes from step to step. The same seed gives every user
/// the same think times, round trips and choices again.
/// </summary>
/// <param name="WarmUp">Time under load before measuring starts; its samples are counted, but kept out of every figure.</param>
public sealed record ClosedLoopProfile(
    IReadOnlyList<LoadStep> Steps,
    ThinkTime ThinkTime,
    TimeSpan WarmUp,
    int WarmUpUsers,
    SimulatedRoundTrip RoundTrip,
    ulong Seed) : LoadProfile
{
    private static readonly TimeSpan ShortestSpread = TimeSpan.FromMilliseconds(100);

    public IReadOnlyList<LoadStep> Steps { get; } = Checked(Steps);

    /// <summary>
    /// The least time from one request of a user to the next; a user whose answer comes later asks at once, after any think time.
    /// Zero for none.
    /// </summary>
    public TimeSpan Pacing { get; init; }

    /// <summary>
    /// How long requests still in flight at the end may take to finish before they are cancelled. Those that are
    /// count in latency with the time waited.
    /// </summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(5);

    public override TimeSpan Duration => LoadStep.Total(Steps);

    public int MaxUsers => Steps.Max(step => step.MaxUsers);

    /// <summary>
    /// Users who join a step together start evenly over about one cycle of a user, so that they do not fire in phase.
    /// </summary>
    internal TimeSpan StartSpread
    {
        get
        {
            var cycle = ThinkTime.Mean + RoundTrip.Mean;
            TimeSpan[] spreads = [cycle, Pacing, ShortestSpread];
            return spreads.Max();
        }
    }

    public UserBehavior Behavior => new(ThinkTime, RoundTrip, TracedFraction, Seed)
    {
        Pacing = Pacing,
        NeverWaits = ThinkTime.Mean == TimeSpan.Zero && RoundTrip.Mean == TimeSpan.Zero && Pacing == TimeSpan.Zero,
    };

    /// <summary>
    /// Equal steps of <paramref name="fromUsers"/>, one more, … <paramref name="toUsers"/> users that take
    /// <paramref name="total"/> together.
    /// </summary>
    public static ClosedLoopProfile Staircase(
        int fromUsers,
        int toUsers,
        TimeSpan total,
        ThinkTime thinkTime,
        TimeSpan warmUp,
        int warmUpUsers,
        SimulatedRoundTrip roundTrip,
        ulong seed)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(fromUsers);
        ArgumentOutOfRangeException.ThrowIfLessThan(toUsers, fromUsers);
        var count = toUsers - fromUsers + 1;
        var steps = Enumerable.Range(0, count)
            .Select(step => new LoadStep(fromUsers + step, (total * (step + 1) / count) - (total * step / count)));
        return new ClosedLoopProfile([.. steps], thinkTime, warmUp, warmUpUsers, roundTrip, seed);
    }

    private static IReadOnlyList<LoadStep> Checked(IReadOnlyList<LoadStep> steps)
    {
        if (steps.Count == 0)
        {
            throw new ArgumentException("A profile needs at least one step.", nameof(steps));
        }

        foreach (var step in steps)
        {
            if (step.MaxUsers <= 0 || step.Users < 0 || step.FromUsers < 0 || step.Duration <= TimeSpan.Zero)
            {
                throw new ArgumentException($"A step needs users and a duration above zero; this is {step}.", nameof(steps));
            }
        }

        return steps;
    }
}
