namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>
/// Users who send a request, wait for the response, think, and repeat; their number changes from step to step. With the same
/// seed every user has the same think times, round trips and choices.
/// </summary>
/// <param name="WarmUp">Time under load before measuring starts. Its samples are counted, but are not part of any figure.</param>
public sealed record ClosedLoopProfile(
    IReadOnlyList<LoadStep> Steps, ThinkTime ThinkTime, TimeSpan WarmUp, int WarmUpUsers, SimulatedRoundTrip RoundTrip,
    ulong Seed) : LoadProfile
{
    private static readonly TimeSpan ShortestSpread = TimeSpan.FromMilliseconds(100);

    public IReadOnlyList<LoadStep> Steps { get; } = Checked(Steps);

    /// <summary>
    /// The minimum time from one request of a user to the next. A user whose response comes later continues at once, after any
    /// think time. Zero disables pacing.
    /// </summary>
    public TimeSpan Pacing { get; init; }

    public override TimeSpan Duration => Steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Duration);

    public int MaxUsers => Steps.Max(step => step.MaxUsers);

    /// <summary>Users who join together start over this time: about one cycle of a user, so that they are not in phase.</summary>
    internal TimeSpan StartSpread => new[] { ThinkTime.Mean + RoundTrip.Mean, Pacing, ShortestSpread }.Max();

    public override UserBehavior Behavior => new(ThinkTime, RoundTrip, TracedFraction, Seed)
    {
        Pacing = Pacing,
        NeverWaits = ThinkTime.Mean == TimeSpan.Zero && RoundTrip.Mean == TimeSpan.Zero && Pacing == TimeSpan.Zero,
    };

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
