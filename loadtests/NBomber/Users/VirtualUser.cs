using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.NBomber.Users;

/// <summary>
/// A user with random streams of its own, so that a seed gives the same think times and choices again. Used by one iteration at
/// a time.
/// </summary>
internal sealed class VirtualUser(int number, ClosedLoopProfile profile)
{
    private readonly SeededRandom _thinkTime = SeededRandom.ForStream(profile.Seed, number, 0);
    private readonly SeededRandom _roundTrip = SeededRandom.ForStream(profile.Seed, number, 1);
    private readonly SeededRandom _data = SeededRandom.ForStream(profile.Seed, number, 2);
    private readonly SeededRandom _trace = SeededRandom.ForStream(profile.Seed, number, 3);
    private long _iterations;

    public int Number => number;

    public TimeSpan NextThinkTime() => profile.ThinkTime.Draw(_thinkTime);

    public TimeSpan NextRoundTrip() => profile.RoundTrip.Draw(_roundTrip);

    public UserIteration NextIteration() => new(number, _iterations++, WarmUp: false, _data, NextTrace());

    // One set bit rules out ids of zeros only, which the standard forbids.
    private TraceContext NextTrace() =>
        new(_trace.NextUInt64(), _trace.NextUInt64() | 1, _trace.NextUInt64() | 1, _trace.NextDouble() < profile.TracedFraction);
}
