namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>One arrival of the breakpoint.</summary>
public enum CachingArrivals
{
    /// <summary>A list, each of its items and a create, with pauses of a second, as published.</summary>
    Iteration,

    /// <summary>One request for a large report.</summary>
    Report,
}

/// <summary>
/// The study's two loads. Smoke: five users who pause for a second. Breakpoint: arrivals from 0 to 1,000 a second, with a maximum
/// in flight; an arrival above that is dropped and counted.
/// </summary>
public static class CachingLoad
{
    public const double MaxPerSecond = 1_000;
    public const int MaxInFlight = 1_000;

    /// <summary>The maximum of the published study's last run: iterations on a warmed cache.</summary>
    public const int MaxInFlightWarmed = 10_000;

    public const int SmokeUsers = 5;

    /// <summary>As published.</summary>
    public static readonly TimeSpan Full = TimeSpan.FromMinutes(5);

    public static readonly TimeSpan Quick = TimeSpan.FromSeconds(40);

    /// <summary>The pause between two requests of an iteration.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private const double WarmUpRate = 10;
    private const ulong Seed = 6;

    /// <summary>One arrival in a hundred is traced: enough for samples, and cheap at 1,000 requests a second.</summary>
    private const double TracedFraction = 0.01;

    private static readonly TimeSpan LongestSmoke = TimeSpan.FromSeconds(20);

    public static int MaxInFlightOf(CachingVariant variant, CachingArrivals arrivals) =>
        variant.IsWarmed && arrivals == CachingArrivals.Iteration ? MaxInFlightWarmed : MaxInFlight;

    public static ClosedLoopProfile Smoke(TimeSpan breakpoint) => new(
        [LoadStep.Hold(SmokeUsers, SmokeFor(breakpoint))], ThinkTime.Fixed(Pause), WarmUp: TimeSpan.Zero, WarmUpUsers: 0,
        SimulatedRoundTrip.None, Seed)
    {
        TracedFraction = 1,
    };

    public static OpenLoopProfile Breakpoint(TimeSpan duration, int maxInFlight = MaxInFlight) => new(
        ArrivalSchedule.Staged([ArrivalStage.Ramp(0, MaxPerSecond, duration)], ArrivalSpacing.Even, Seed), maxInFlight, Seed)
    {
        TracedFraction = TracedFraction,
    };

    /// <summary>10 arrivals a second for a fifth of the breakpoint's duration: one minute for a breakpoint of five.</summary>
    public static OpenLoopProfile WarmUp(TimeSpan breakpoint) => new(
        ArrivalSchedule.Constant(WarmUpRate, breakpoint / 5, ArrivalSpacing.Even, Seed), MaxInFlight, Seed);

    public static string DescribeSmoke(TimeSpan breakpoint) =>
        $"{SmokeUsers} users for {SmokeFor(breakpoint).TotalSeconds:0.#} s: a list, each of its items, a create, 1 s pauses";

    public static string Describe(TimeSpan duration, CachingVariant variant, CachingArrivals arrivals)
    {
        var what = variant.IsCreates ? "creates" : arrivals == CachingArrivals.Report ? "reports" : "iterations";
        return $"{what} from 0 to {MaxPerSecond:0}/s in {duration.TotalSeconds:0.#} s, up to "
            + $"{MaxInFlightOf(variant, arrivals):#,0} in flight";
    }

    /// <summary>Half of the breakpoint's duration, at most 20 s.</summary>
    private static TimeSpan SmokeFor(TimeSpan breakpoint) => breakpoint / 2 < LongestSmoke ? breakpoint / 2 : LongestSmoke;
}
