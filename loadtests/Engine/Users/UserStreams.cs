using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>
/// A user's random streams, one for each purpose, so that additional draws of an action do not change the think times.
/// </summary>
internal sealed class UserStreams(ulong seed, RunPhase phase, int user)
{
    public SeededRandom ThinkTime { get; } = SeededRandom.ForStream(seed, (int)phase, user, 0);

    public SeededRandom RoundTrip { get; } = SeededRandom.ForStream(seed, (int)phase, user, 1);

    public SeededRandom Data { get; } = SeededRandom.ForStream(seed, (int)phase, user, 2);

    public SeededRandom Trace { get; } = SeededRandom.ForStream(seed, (int)phase, user, 3);

    /// <summary>Continues with the streams of another user.</summary>
    public void Become(int other)
    {
        ThinkTime.Become(seed, (int)phase, other, 0);
        RoundTrip.Become(seed, (int)phase, other, 1);
        Data.Become(seed, (int)phase, other, 2);
        Trace.Become(seed, (int)phase, other, 3);
    }
}
