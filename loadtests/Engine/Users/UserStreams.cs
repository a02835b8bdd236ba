using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>
/// A user's streams of random numbers, one for each purpose, so that an action that draws more does not shift the think times.
/// </summary>
internal sealed class UserStreams(ulong seed, RunPhase phase, int user)
{
    public SeededRandom ThinkTime { get; } = SeededRandom.ForStream(seed, (int)phase, user, 0);

    public SeededRandom RoundTrip { get; } = SeededRandom.ForStream(seed, (int)phase, user, 1);

    public SeededRandom Data { get; } = SeededRandom.ForStream(seed, (int)phase, user, 2);

    public SeededRandom Trace { get; } = SeededRandom.ForStream(seed, (int)phase, user, 3);

    /// <summary>Goes on with the streams of another user.</summary>
    public void Become(int other)
    {
        ThinkTime.Become(seed, (int)phase, other, 0);
        RoundTrip.Become(seed, (int)phase, other, 1);
        Data.Become(seed, (int)phase, other, 2);
        Trace.Become(seed, (int)phase, other, 3);
    }
}
