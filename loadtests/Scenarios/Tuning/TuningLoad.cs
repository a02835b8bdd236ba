using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Scenarios.Tuning;

/// <summary>
/// The study's load: 1 to 40 users in 40 equal steps, closed loop with think time. Quick mode shortens the steps and skips none.
/// </summary>
public static class TuningLoad
{
    public const int FromUsers = 1;
    public const int ToUsers = 40;

    /// <summary>All requests, since it is not known beforehand which are slow or fail. Ended traces may be dropped.</summary>
    public const double TracedFraction = 1;

    private const int WarmUpUsers = 8;

    /// <summary>As published.</summary>
    public static readonly TimeSpan Full = TimeSpan.FromMinutes(8);

    public static readonly TimeSpan Quick = TimeSpan.FromSeconds(45);

    private static readonly TimeSpan LongestWarmUp = TimeSpan.FromSeconds(6);

    /// <summary>
    /// The measured load after a warm-up of a few users for a few seconds, at most a quarter of the load. The warm-up compiles
    /// code and opens connections.
    /// </summary>
    public static ClosedLoopProfile Staircase(SimulationProfile profile, TimeSpan duration) =>
        Create(LoadStep.Staircase(FromUsers, ToUsers, duration), profile, duration);

    /// <summary>A constant number of users, with the same warm-up, think time and round trip.</summary>
    public static ClosedLoopProfile Constant(int users, SimulationProfile profile, TimeSpan duration) =>
        Create([LoadStep.Hold(users, duration)], profile, duration);

    public static string Describe(TimeSpan duration) => $"{FromUsers} to {ToUsers} users in {ToUsers - FromUsers + 1} steps "
        + $"of {duration.TotalSeconds / (ToUsers - FromUsers + 1):0.###} s";

    private static ClosedLoopProfile Create(IReadOnlyList<LoadStep> steps, SimulationProfile profile, TimeSpan duration) =>
        new(
            steps, ThinkTimeOf(profile), WarmUpFor(duration), WarmUpUsers, profile.ClientRoundTrip.ToRoundTrip(),
            (ulong)profile.Seed)
        {
            TracedFraction = TracedFraction,
        };

    private static TimeSpan WarmUpFor(TimeSpan duration) => duration / 4 < LongestWarmUp ? duration / 4 : LongestWarmUp;

    private static ThinkTime ThinkTimeOf(SimulationProfile profile) =>
        profile.ThinkTimeMeanMs == 0 ? ThinkTime.None : ThinkTime.Exponential(TimeSpan.FromMilliseconds(profile.ThinkTimeMeanMs));
}
