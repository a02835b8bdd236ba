namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>How much is measured. Each set has gateways of its own, since no two starts of a process compile alike.</summary>
internal static class Plan
{
    public const int Sets = 3;
    public const int RoundsOfASet = 6;
    public const int RequestsOfARound = 6_000;
    public const int RequestsOfATurn = 100;
    public const int WarmUpRequests = 10_000;
    public const int Connections = 8;

    /// <summary>After a round: longer than a batch of spans waits to be sent, so that sending it counts too.</summary>
    public static readonly TimeSpan Settle = TimeSpan.FromSeconds(1.5);
}
