using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>
/// The random draws of one user: the same seed and number give the same think times, round trips and choices with any engine.
/// There is one stream per purpose, so that more draws of an action do not change the think times. Use it for one request at a
/// time.
/// </summary>
public sealed class SeededUser(int number, UserBehavior behavior, RunPhase phase)
{
    private readonly SeededRandom _thinkTime = SeededRandom.ForStream(behavior.Seed, (int)phase, number, 0);
    private readonly SeededRandom _roundTrip = SeededRandom.ForStream(behavior.Seed, (int)phase, number, 1);
    private readonly SeededRandom _data = SeededRandom.ForStream(behavior.Seed, (int)phase, number, 2);
    private readonly SeededRandom _trace = SeededRandom.ForStream(behavior.Seed, (int)phase, number, 3);
    private readonly double _tracedFraction = phase == RunPhase.Measuring ? behavior.TracedFraction : 0;
    private long _iterations;

    public int Number { get; private set; } = number;

    public TimeSpan NextThinkTime() => behavior.ThinkTime.Draw(_thinkTime);

    public TimeSpan NextRoundTrip() => behavior.RoundTrip.Draw(_roundTrip);

    public UserIteration NextIteration() =>
        new(Number, _iterations++, phase == RunPhase.WarmUp, _data, TraceContext.Draw(_trace, _tracedFraction));

    /// <summary>Turns this object into another user, as if created with that number.</summary>
    public void Become(int other)
    {
        (Number, _iterations) = (other, 0);
        _thinkTime.Become(behavior.Seed, (int)phase, other, 0);
        _roundTrip.Become(behavior.Seed, (int)phase, other, 1);
        _data.Become(behavior.Seed, (int)phase, other, 2);
        _trace.Become(behavior.Seed, (int)phase, other, 3);
    }
}
