namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>
/// The study's load: users without think time are added, 5 per second, until there are 500, who stay until the end. A shorter
/// run has the same shape and number of users; they are added faster.
/// </summary>
public static class ConcurrencyLoad
{
    public const int ToUsers = 500;

    /// <summary>Users of the warm-up without database latency, which compiles code and opens connections.</summary>
    public const int WarmUpUsers = 8;

    /// <summary>As published: users are added for 100 s and stay for 80 s.</summary>
    public static readonly TimeSpan Full = TimeSpan.FromSeconds(180);

    public static readonly TimeSpan Quick = TimeSpan.FromSeconds(20);

    private const double RampShare = 100.0 / 180;
    private const double WarmUpShare = 0.4;
    private const ulong Seed = 4;

    // Tiered compilation of the SDK's code takes this long on two busy cores.
    private static readonly TimeSpan LongestWarmUp = TimeSpan.FromSeconds(8);

    // With blocked threads, requests in flight at the end would take long.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(1);

    public static ClosedLoopProfile For(TimeSpan duration)
    {
        var ramp = duration * RampShare;
        LoadStep[] steps = [.. LoadStep.Staircase(1, ToUsers, ramp), LoadStep.Hold(ToUsers, duration - ramp)];
        return new ClosedLoopProfile(steps, ThinkTime.None, WarmUpFor(duration), WarmUpUsers, SimulatedRoundTrip.None, Seed)
        {
            Grace = Grace,
        };
    }

    public static string Describe(TimeSpan duration)
    {
        var ramp = (duration * RampShare).TotalSeconds;
        var hold = duration.TotalSeconds - ramp;
        return $"0 to {ToUsers} users at {ToUsers / ramp:0.#}/s for {ramp:0.#} s, held for {hold:0.#} s, no think time";
    }

    private static TimeSpan WarmUpFor(TimeSpan duration) =>
        duration * WarmUpShare < LongestWarmUp ? duration * WarmUpShare : LongestWarmUp;
}
