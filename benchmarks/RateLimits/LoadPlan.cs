using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>What is measured, for how long and with how much.</summary>
/// <param name="Limits">The gateways' <c>--limits</c>.</param>
/// <param name="Keys">How many there are.</param>
internal sealed record LoadPlan(string Limits, int Gateways, int Keys = LoadPlan.AllKeys)
{
    public const int AllKeys = 1_000;
    /// <summary>A request more or less is 0.83 % of what a key may have in <see cref="Seconds"/>: less cannot show 1 %.</summary>
    public const int RequestsPerSecond = 4;
    public const int Burst = 4;

    /// <summary>In multiples of what is allowed: enough that the burst is used up after a quarter of the time.</summary>
    public const double Offered = 1.15;

    /// <summary>From a key's first request to its last, both counted.</summary>
    public const int Seconds = 30;

    public const int AskedOfEachKey = (int)(Seconds * RequestsPerSecond * Offered) + 1;
    public const int Connections = 200;
    public const int MaxInFlight = 5_000;
    public const ulong Seed = 20_260_101;

    private const double FirstRate = 500;

    public static readonly IReadOnlyList<LoadPlan> All = [new("local", 1), new("redis", 2)];

    public double TotalRate => Keys * RequestsPerSecond * Offered;

    /// <summary>
    /// With as many keys of the same plan, which are not measured, until all code is compiled: what is let through, what is
    /// refused, and what Redis is asked.
    /// </summary>
    public ArrivalSchedule WarmUp => ArrivalSchedule.Staged(
        [
            ArrivalStage.Ramp(Math.Min(FirstRate, TotalRate), TotalRate, TimeSpan.FromSeconds(10)),
            ArrivalStage.Hold(TotalRate, TimeSpan.FromSeconds(10)),
        ],
        ArrivalSpacing.Even,
        Seed);

    /// <summary>Evenly spaced, and to one key after the other, so that each is asked at even moments.</summary>
    public ArrivalSchedule Schedule => ArrivalSchedule.Constant(
        TotalRate, TimeSpan.FromSeconds(Keys * AskedOfEachKey / TotalRate), ArrivalSpacing.Even, Seed);
}
