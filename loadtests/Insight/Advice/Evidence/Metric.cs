namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>
/// Names of instruments: those of OpenTelemetry's conventions and of .NET. Of several names for a figure, the stable one is
/// first.
/// </summary>
internal static class Metric
{
    public const string OpenConnections = "http.client.open_connections";
    public const string ServedCount = "http.server.request.duration.count";
    public const string GcPauseSeconds = "dotnet.gc.pause.time";
    public const string LockContentions = "dotnet.monitor.lock_contentions";
    public const string PoolQueue = "dotnet.thread_pool.queue.length";
    public const string PoolThreads = "dotnet.thread_pool.thread.count";
    public const string LoopUtilization = "nodejs.eventloop.utilization";
    public const string LoopTime = "nodejs.eventloop.time";
    public const string LoopDelay = "nodejs.eventloop.delay.p99";

    /// <summary>Of the rate limiter of ASP.NET Core, in seconds. Requests that did not wait are not in it.</summary>
    public const string LimiterQueueSeconds = "aspnetcore.rate_limiting.request.time_in_queue.sum";

    /// <summary>Seconds of pauses to collect garbage; those of Java include work next to the program.</summary>
    public static string[] GcPauses { get; } = [GcPauseSeconds, "v8js.gc.duration.sum", JvmGc];
    public const string JvmGc = "jvm.gc.duration.sum";

    /// <summary>Seconds of CPU.</summary>
    public static string[] CpuTime { get; } = ["process.cpu.time", "dotnet.process.cpu.time", "jvm.cpu.time"];

    /// <summary>Calls that wait for a connection of a pool.</summary>
    public static string[] PoolPending { get; } =
        ["db.client.connection.pending_requests", "db.client.connections.pending_requests"];
    public static string[] PoolCount { get; } = ["db.client.connection.count", "db.client.connections.usage"];
    public static string[] PoolMax { get; } = ["db.client.connection.max", "db.client.connections.max"];

    /// <summary>How long calls waited for a connection, with the factor to ms of the unit.</summary>
    public static (string Name, double ToMs)[] PoolWaits { get; } =
    [
        ("db.client.connection.wait_time.sum", 1000), ("db.client.connections.wait_time.sum", 1),
        ("http.client.request.time_in_queue.sum", 1000),
    ];

    /// <summary>The instance of the service, if it sent one.</summary>
    public static string? Instance(MetricSample sample) => sample.Attribute("service.instance.id");

    /// <summary>A filter for samples of calls to one port; null, which accepts all, if the port is not known.</summary>
    public static Func<MetricSample, bool>? WithPort(string? port) =>
        port is null ? null : sample => sample.Attribute("server.port") == port;

    /// <summary>Whether the sample is of requests by users, not of health probes.</summary>
    public static bool IsOfUsers(MetricSample sample) => !HealthRoutes.Contains(sample.Attribute(SpanRecord.Route));
}
