using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults;

internal static partial class Log
{
    [LoggerMessage(1, LogLevel.Warning, "Cosmos DB failed a request, which was answered with {Status}: {Failure}")]
    public static partial void DatabaseFailed(ILogger logger, int status, string failure);

    [LoggerMessage(2, LogLevel.Warning, "Faults were planted on purpose: {Faults}")]
    public static partial void FaultsWerePlanted(ILogger logger, string faults);
}
