namespace DroneDelivery.Gateway;

internal static partial class Log
{
    [LoggerMessage(1, LogLevel.Warning, "A request was answered with {Status} ({Kind}): {Detail}")]
    public static partial void BackendFailed(ILogger logger, int status, string kind, string detail);

    [LoggerMessage(2, LogLevel.Warning, "{Count} more requests were answered with {Status} ({Kind}) within a second: {Detail}")]
    public static partial void BackendFailedAgain(ILogger logger, int count, int status, string kind, string detail);

    [LoggerMessage(20, LogLevel.Warning, "Redis at {Address} was lost: {Reason}")]
    public static partial void RedisLost(ILogger logger, string address, string reason);

    [LoggerMessage(21, LogLevel.Information, "Redis at {Address} answers again")]
    public static partial void RedisBack(ILogger logger, string address);
}
