namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// Loads above the system's capacity. The Delivery service's connections to the database limit the throughput, and not the
/// machine's CPU: the load generator runs on the same machine and does not slow the system down at four times the capacity.
/// </summary>
public static class OverloadLab
{
    public const string Name = "overload";
    public const string None = "none";
    public const string Fixed = "fixed";
    public const string Adaptive = "adaptive";

    /// <summary>Names of shapes.</summary>
    public const string Step = "step";
    public const string Ladder = "ladder";

    private const string Polite = "polite-retries";

    /// <summary>
    /// Delivery's connections to the database. Each carries one call at a time, with the profile's mean latency of 47 ms: at
    /// most 255 calls a second, one for each invoice.
    /// </summary>
    public const int Connections = 12;

    private const string SheddingFlag = "--shedding";
    private const string LimitFlag = "--concurrency-limit";
    private const double LightLoad = 0.05;
    private const double FirstRequestsPerSecond = 5;

    /// <summary>RU/s, more than the connections can use.</summary>
    private const int Throughput = 9_000;

    public static IReadOnlyList<string> SheddingModes { get; } = [None, Fixed, Adaptive];

    /// <summary>Clients that retry at once after any failure.</summary>
    public static RetryPolicy Impatient { get; } = new(Retries: 3, Patience: TimeSpan.FromSeconds(1));

    /// <summary>The same number of retries, with exponential backoff and jitter, and after the server's Retry-After.</summary>
    public static RetryPolicy Patient { get; } = Impatient with
    {
        FirstWait = TimeSpan.FromMilliseconds(500),
        Jitter = true,
        HonorsRetryAfter = true,
    };

    /// <param name="limit">The requests in flight that <see cref="Fixed"/> allows.</param>
    /// <param name="connections">Of all Deliveries together.</param>
    public static OverloadSetting Shedding(string mode, int limit, int connections, int deliveries = 1) => new(
        mode,
        TuningLab.OwnerKey with
        {
            Throughput = Throughput,
            GatewayFlags = mode == Fixed
                ? new Dictionary<string, string> { [SheddingFlag] = mode, [LimitFlag] = $"{limit}" }
                : new Dictionary<string, string> { [SheddingFlag] = mode },
            Deliveries = deliveries,
            MoreDeliveryFlags = new[] { KeyValuePair.Create("--cosmos-connections", $"{connections / deliveries}") }
                .Concat(deliveries > 1 ? [ServiceProcess.WarmUpFlag] : []).ToDictionary(),
        });

    /// <summary>The ladder is first: it finds the peak, and after it the memory of the processes has settled.</summary>
    /// <param name="full">Whether the loads are as long as the goals require; otherwise they are short.</param>
    public static IReadOnlyList<OverloadShape> Shapes(bool full) =>
    [
        new(Ladder, "Ladder from 0.5 to 4 times", Rungs(full), Hold(LightLoad, full ? 30 : 6)),
        new(Step, "Step to three times the capacity", [Hold(0.5, 2), Hold(3, full ? 60 : 20)], Hold(LightLoad, full ? 30 : 8)),
        new("spike", "Spike to four times", [Hold(0.5, 2), Hold(4, full ? 10 : 3)], Hold(0.5, full ? 40 : 8)),
        Storm("retry-storm", "Clients that retry at once", Impatient, full),
        Storm(Polite, "Clients that wait before they retry", Patient, full),
    ];

    public static IReadOnlyList<string> ShapeNames { get; } =
        [.. Shapes(full: false).Select(shape => shape.Name), MetastableLab.Name, CrashLab.Name];

    /// <summary>The shapes that run by default.</summary>
    public static IReadOnlyList<string> DefaultShapes { get; } = [.. ShapeNames.Except([Polite, CrashLab.Name])];

    /// <summary>A light load, until a system that has just started is at rest. It has no figures.</summary>
    public static OverloadShape WarmUp { get; } = new("warm-up", "Warm-up", [], Hold(0.1, 30));

    /// <summary>
    /// The load before it warms up processes that have just started: from 5 requests per second to 80 % of the capacity. At the
    /// end it is twice the capacity, so that the code that refuses requests is compiled too.
    /// </summary>
    internal static IReadOnlyList<ArrivalStage> WarmUpStages(double capacity, TimeSpan duration) =>
    [
        ArrivalStage.Hold(FirstRequestsPerSecond, duration * 0.3),
        ArrivalStage.Ramp(FirstRequestsPerSecond, capacity * 0.8, duration * 0.55),
        ArrivalStage.Hold(capacity * 2, duration * 0.15),
    ];

    private static List<OverloadStep> Rungs(bool full)
    {
        double[] rungs = full ? [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4] : [0.5, 1, 1.5, 2, 3, 4];
        return [.. rungs.Select(times => Hold(times, full ? 15 : 3))];
    }

    /// <summary>Without retries the system can easily serve the load after the burst.</summary>
    private static OverloadShape Storm(string name, string title, RetryPolicy retries, bool full) =>
        new(name, title, [Hold(0.7, 2), Hold(1.5, full ? 20 : 5)], Hold(0.7, full ? 60 : 8)) { Retries = retries };

    private static OverloadStep Hold(double times, double seconds) => new(times, TimeSpan.FromSeconds(seconds));
}
