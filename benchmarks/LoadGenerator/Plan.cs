namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>How much is measured.</summary>
internal sealed record Plan(int Rounds, TimeSpan Duration)
{
    /// <summary>As many users as there are connections, or streams on one connection; none of them ever pauses.</summary>
    public const int Users = 50;

    public const ulong Seed = 20_260_101;

    /// <summary>For those that compile while they run. wrk, hey and h2load need none.</summary>
    public static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(5);
}
