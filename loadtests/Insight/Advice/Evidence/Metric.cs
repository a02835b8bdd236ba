namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>Names of .NET's built-in instruments and of their attributes.</summary>
internal static class Metric
{
    public const string OpenConnections = "http.client.open_connections";
    public const string ServedCount = "http.server.request.duration.count";
    public const string GcPauseSeconds = "dotnet.gc.pause.time";
    public const string LockContentions = "dotnet.monitor.lock_contentions";
    public const string PoolQueue = "dotnet.thread_pool.queue.length";
    public const string PoolThreads = "dotnet.thread_pool.thread.count";

    /// <summary>The instance of the service, if it sent one.</summary>
    public static string? Instance(MetricSample sample) => sample.Attribute("service.instance.id");

    /// <summary>A filter for samples of calls to one port; null, which accepts all, if the port is not known.</summary>
    public static Func<MetricSample, bool>? WithPort(string? port) =>
        port is null ? null : sample => sample.Attribute("server.port") == port;

    /// <summary>Whether the sample is of requests by users, not of health probes.</summary>
    public static bool IsOfUsers(MetricSample sample) => !HealthRoutes.Contains(sample.Attribute(SpanRecord.Route));
}
