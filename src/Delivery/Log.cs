namespace DroneDelivery.Delivery;

internal static partial class Log
{
    [LoggerMessage(3, LogLevel.Information, "Summaries of {Owners} owners were read")]
    public static partial void SummariesWereRead(ILogger logger, int owners);

    [LoggerMessage(4, LogLevel.Warning, "Summaries could not be read from Cosmos DB at {Endpoint}")]
    public static partial void SummariesWereNotRead(ILogger logger, Uri endpoint, Exception exception);

    [LoggerMessage(5, LogLevel.Warning, "No summaries were found in Cosmos DB at {Endpoint}; those of {Owners} owners stay in use")]
    public static partial void NoSummariesWereFound(ILogger logger, Uri endpoint, int owners);
}
