using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults;

internal static partial class Log
{
    [LoggerMessage(1, LogLevel.Warning, "Cosmos DB failed; the response was {Status}: {Failure}")]
    public static partial void DatabaseFailed(ILogger logger, int status, string failure);

    [LoggerMessage(2, LogLevel.Warning, "Faults were injected: {Faults}")]
    public static partial void FaultsWereInjected(ILogger logger, string faults);

    [LoggerMessage(3, LogLevel.Information, "Cosmos DB at {Endpoint} did not answer yet")]
    public static partial void DatabaseWasUnavailable(ILogger logger, Uri endpoint);

    [LoggerMessage(4, LogLevel.Warning, "The former settings stay in use. {Faults}")]
    public static partial void SettingsWereRejected(ILogger logger, string faults);

    [LoggerMessage(5, LogLevel.Information, "The service was warmed up by {Answered} requests in {Milliseconds} ms")]
    public static partial void WarmUpEnded(ILogger logger, long answered, long milliseconds);

    [LoggerMessage(6, LogLevel.Warning, "The service could not be warmed up; its first requests are slow")]
    public static partial void WarmUpFailed(ILogger logger, Exception exception);

    [LoggerMessage(7, LogLevel.Information, "Throughput of {Container} was set to {Throughput} RU/s")]
    public static partial void ThroughputWasSet(ILogger logger, string container, int throughput);

    [LoggerMessage(
        8,
        LogLevel.Warning,
        "Cosmos DB at {Endpoint} {Fault}. A service with an identity creates nothing; it checks again every {Seconds} s")]
    public static partial void ContainersAreNotUsable(ILogger logger, Uri endpoint, string fault, double seconds);

    [LoggerMessage(9, LogLevel.Information, "The containers were found in Cosmos DB at {Endpoint}")]
    public static partial void ContainersExist(ILogger logger, Uri endpoint);

    [LoggerMessage(
        10,
        LogLevel.Warning,
        "Cosmos DB is called in Direct mode, which has no HTTP calls for data: spans and figures of partitions are not available")]
    public static partial void DirectModeIsUsed(ILogger logger);

    [LoggerMessage(20, LogLevel.Warning, "Redis at {Address} was lost: {Reason}")]
    public static partial void RedisLost(ILogger logger, string address, string reason);

    [LoggerMessage(21, LogLevel.Information, "Redis at {Address} answers again")]
    public static partial void RedisBack(ILogger logger, string address);
}
