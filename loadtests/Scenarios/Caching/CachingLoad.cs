using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Scenarios.Caching;

/// <summary>
/// The study's two loads. Smoke: five users who pause for a second. Breakpoint: arrivals from none to 1,000 a second, up to 1,000
/// of them in flight; one that finds so many is dropped and counted.
/// </summary>
public static class CachingLoad
{
    public const double MostPerSecond = 1_000;
    public const int MostInFlight = 1_000;
    public const int SmokeUsers = 5;

    /// <summary>As published.</summary>
    public static readonly TimeSpan Full = TimeSpan.FromMinutes(5);

    public static readonly TimeSpan Quick = TimeSpan.FromSeconds(40);

    private const double WarmUpRate = 10;
    private const ulong Seed = 6;

    private static readonly TimeSpan SmokeDuration = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    public static ClosedLoopProfile Smoke { get; } = new(
        [LoadStep.Hold(SmokeUsers, SmokeDuration)],
        ThinkTime.Fixed(Pause),
        WarmUp: TimeSpan.Zero,
        WarmUpUsers: 0,
        SimulatedRoundTrip.None,
        Seed);

    public static OpenLoopProfile Breakpoint(TimeSpan duration) => new(
        ArrivalSchedule.Staged([ArrivalStage.Ramp(0, MostPerSecond, duration)], ArrivalSpacing.Even, Seed), MostInFlight, Seed);

    /// <summary>10 a second for a fifth of the breakpoint's time: a minute for five.</summary>
    public static OpenLoopProfile WarmUp(TimeSpan breakpoint) => new(
        ArrivalSchedule.Constant(WarmUpRate, breakpoint / 5, ArrivalSpacing.Even, Seed), MostInFlight, Seed);

    public static string Describe(TimeSpan duration) => FormattableString.Invariant(
        $"arrivals from 0 to {MostPerSecond:0}/s in {duration.TotalSeconds:0.#} s, up to {MostInFlight:#,0} in flight");
}
