namespace DroneDelivery.Gateway;

internal static partial class Log
{
    [LoggerMessage(1, LogLevel.Warning, "A request was answered with {Status} ({Kind}): {Detail}")]
    public static partial void BackendFailed(ILogger logger, int status, string kind, string detail);
}
