namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>
/// Users who send a request, wait for the response, think, and repeat; their number changes from step to step. With the same
/// seed every user has the same think times, round trips and choices.
/// </summary>
/// <param name="WarmUp">Time under load before measuring starts. Its samples are counted, but are not part of any figure.</param>
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
    /// The minimum time from one request of a user to the next. A user whose response comes later continues at once, after any
    /// think time. Zero disables pacing.
    /// </summary>
    public TimeSpan Pacing { get; init; }

    /// <summary>
    /// The time that requests in flight at the end have to finish. Requests that take longer are cancelled and count in latency
    /// with the time waited.
    /// </summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(5);

    public override TimeSpan Duration => Steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Duration);

    public int MaxUsers => Steps.Max(step => step.MaxUsers);

    /// <summary>
    /// The time over which users who join a step together start: about one cycle of a user, so that they are not in phase.
    /// </summary>
    internal TimeSpan StartSpread => new[] { ThinkTime.Mean + RoundTrip.Mean, Pacing, ShortestSpread }.Max();

    public UserBehavior Behavior => new(ThinkTime, RoundTrip, TracedFraction, Seed)
    {
        Pacing = Pacing,
        NeverWaits = ThinkTime.Mean == TimeSpan.Zero && RoundTrip.Mean == TimeSpan.Zero && Pacing == TimeSpan.Zero,
    };

    /// <summary>
    /// Equal steps with <paramref name="fromUsers"/> users, one more at each step, up to <paramref name="toUsers"/>. All steps
    /// together take <paramref name="total"/>.
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
