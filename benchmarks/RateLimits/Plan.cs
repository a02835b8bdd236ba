using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>What is measured, for how long and with how much.</summary>
/// <param name="Limits">The gateways' <c>--limits</c>.</param>
/// <param name="Keys">How many there are; 1,000 need about a core and a half.</param>
internal sealed record Plan(string Limits, int Gateways, int Keys = Plan.AllKeys)
{
    public const int AllKeys = 1_000;
    public const int RequestsPerSecond = 5;
    public const int Burst = 10;
    public const double Offered = 1.5;

    /// <summary>From a key's first request to its last, both counted.</summary>
    public const int Seconds = 30;

    public const int AskedOfEachKey = (int)(Seconds * RequestsPerSecond * Offered) + 1;
    public const int Connections = 200;
    public const int MaxInFlight = 5_000;
    public const ulong Seed = 20_260_101;

    public static readonly IReadOnlyList<Plan> All = [new("local", 1), new("redis", 2)];

    /// <summary>Warms up processes with keys that are not measured.</summary>
    public static ArrivalSchedule WarmUp { get; } =
        ArrivalSchedule.Constant(1_000, TimeSpan.FromSeconds(5), ArrivalSpacing.Even, Seed);

    public static string Name => "metered";

    public double TotalRate => Keys * RequestsPerSecond * Offered;

    /// <summary>Evenly spaced, and to one key after the other, so that each is asked at even moments.</summary>
    public ArrivalSchedule Schedule => ArrivalSchedule.Constant(
        TotalRate, TimeSpan.FromSeconds(Keys * AskedOfEachKey / TotalRate), ArrivalSpacing.Even, Seed);
}
