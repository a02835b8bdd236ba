using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.NBomber.Users;

/// <summary>
/// A user with the random streams that the built-in engine gives the user of the same number: the same seed gives the same think
/// times, round trips and choices. Used by one iteration at a time.
/// </summary>
internal sealed class VirtualUser(int number, UserBehavior behavior, RunPhase phase)
{
    private readonly UserStreams _streams = new(behavior.Seed, phase, number);
    private readonly double _tracedFraction = phase == RunPhase.Measuring ? behavior.TracedFraction : 0;
    private long _iterations;

    public int Number => number;

    public TimeSpan NextThinkTime() => behavior.ThinkTime.Draw(_streams.ThinkTime);

    public TimeSpan NextRoundTrip() => behavior.RoundTrip.Draw(_streams.RoundTrip);

    public UserIteration NextIteration() => new(
        number, _iterations++, phase == RunPhase.WarmUp, _streams.Data, TraceContext.Draw(_streams.Trace, _tracedFraction));
}
