using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>
/// The study's load: users who do not think come one by one, 5 a second, until there are 500, and stay. A shorter run keeps the
/// shape and the number of users: they come faster.
/// </summary>
public static class ConcurrencyLoad
{
    public const int ToUsers = 500;

    /// <summary>Before measuring, without latency of the database: code is compiled and connections are open.</summary>
    public const int WarmUpUsers = 8;

    /// <summary>As published: 100 s in which users come, 80 s in which they stay.</summary>
    public static readonly TimeSpan Full = TimeSpan.FromSeconds(180);

    public static readonly TimeSpan Quick = TimeSpan.FromSeconds(20);

    private const double RampShare = 100.0 / 180;
    private const double WarmUpShare = 0.4;
    private const ulong Seed = 4;

    // The SDK's code goes through several tiers of the compiler, which takes that long on two busy cores.
    private static readonly TimeSpan LongestWarmUp = TimeSpan.FromSeconds(8);

    // Where threads are blocked, requests in flight at the end would take their time.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(1);

    public static ClosedLoopProfile For(TimeSpan duration)
    {
        var ramp = duration * RampShare;
        var steps = Enumerable.Range(0, ToUsers)
            .Select(step => new LoadStep(step + 1, (ramp * (step + 1) / ToUsers) - (ramp * step / ToUsers)))
            .Append(new LoadStep(ToUsers, duration - ramp));
        return new ClosedLoopProfile([.. steps], ThinkTime.None, WarmUpFor(duration), WarmUpUsers, SimulatedRoundTrip.None, Seed)
        {
            Grace = Grace,
        };
    }

    public static string Describe(TimeSpan duration)
    {
        var ramp = (duration * RampShare).TotalSeconds;
        var hold = duration.TotalSeconds - ramp;
        return FormattableString.Invariant(
            $"0 to {ToUsers} users at {ToUsers / ramp:0.#}/s for {ramp:0.#} s, held for {hold:0.#} s, no think time");
    }

    private static TimeSpan WarmUpFor(TimeSpan duration) =>
        duration * WarmUpShare < LongestWarmUp ? duration * WarmUpShare : LongestWarmUp;
}
