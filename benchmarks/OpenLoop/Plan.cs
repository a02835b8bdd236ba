using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>What is measured, for how long and with how much.</summary>
/// <param name="Rate">Arrivals per second.</param>
internal sealed record Plan(double Rate, ArrivalSpacing Spacing)
{
    public const int MaxInFlight = 1_000;
    public const int Windows = 70;
    public const int Connections = 100;

    /// <summary>As a share of an even gap: one within it is as it should be.</summary>
    public const double Tolerance = 0.1;

    public const double OverloadRate = 20_000;
    public const ulong Seed = 20_260_101;

    public static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);
    public static readonly TimeSpan Duration = TimeSpan.FromSeconds(7);
    public static readonly TimeSpan Grace = TimeSpan.FromSeconds(2);

    public static readonly IReadOnlyList<Plan> Paced =
        [.. from rate in new double[] { 500, 2_000, 10_000 }
            from spacing in Enum.GetValues<ArrivalSpacing>()
            select new Plan(rate, spacing)];

    public ArrivalSchedule Schedule => ArrivalSchedule.Constant(Rate, Duration, Spacing, Seed);
}
