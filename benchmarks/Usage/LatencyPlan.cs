namespace DroneDelivery.Usage.Benchmarks;

/// <param name="Rate">Requests per second.</param>
internal sealed record LatencyPlan(int Rounds, TimeSpan Duration, int Rate)
{
    public const int MaxInFlight = 1_000;
    public const int Connections = 64;
    public const ulong Seed = 20_260_101;

    public static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);
}
