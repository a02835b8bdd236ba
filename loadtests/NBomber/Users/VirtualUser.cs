using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.NBomber.Users;

/// <summary>
/// A user with the random streams that the built-in engine gives the user of the same number: the same seed gives the same think
/// times, round trips and choices. Used by one iteration at a time.
/// </summary>
internal sealed class VirtualUser(int number, UserBehavior behavior, RunPhase phase)
{
    private readonly SeededRandom _thinkTime = SeededRandom.ForStream(behavior.Seed, (int)phase, number, 0);
    private readonly SeededRandom _roundTrip = SeededRandom.ForStream(behavior.Seed, (int)phase, number, 1);
    private readonly SeededRandom _data = SeededRandom.ForStream(behavior.Seed, (int)phase, number, 2);
    private readonly SeededRandom _trace = SeededRandom.ForStream(behavior.Seed, (int)phase, number, 3);
    private readonly double _tracedFraction = phase == RunPhase.Measuring ? behavior.TracedFraction : 0;
    private long _iterations;

    public int Number => number;

    public TimeSpan NextThinkTime() => behavior.ThinkTime.Draw(_thinkTime);

    public TimeSpan NextRoundTrip() => behavior.RoundTrip.Draw(_roundTrip);

    public UserIteration NextIteration() => new(number, _iterations++, phase == RunPhase.WarmUp, _data, NextTrace());

    private TraceContext NextTrace()
    {
        var sampled = _trace.NextDouble() < _tracedFraction;
        // One set bit prevents an id of all zeros, which the W3C Trace Context standard forbids.
        return new TraceContext(_trace.NextUInt64(), _trace.NextUInt64() | 1, _trace.NextUInt64() | 1, sampled);
    }
}
