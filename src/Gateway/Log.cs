namespace DroneDelivery.Gateway;

internal static partial class Log
{
    [LoggerMessage(1, LogLevel.Warning, "A request was answered with {Status} ({Kind}): {Detail}")]
    public static partial void BackendFailed(ILogger logger, int status, string kind, string detail);

    [LoggerMessage(2, LogLevel.Warning, "{Count} more requests were answered with {Status} ({Kind}) within a second: {Detail}")]
    public static partial void BackendFailedAgain(ILogger logger, int count, int status, string kind, string detail);

    [LoggerMessage(3, LogLevel.Information, "{Host} has these addresses now: {Addresses}")]
    public static partial void BackendAddressesChanged(ILogger logger, string host, string addresses);

    [LoggerMessage(4, LogLevel.Warning, "{Host} could not be resolved; its last {Count} addresses stay in use: {Reason}")]
    public static partial void BackendNameWasNotResolved(ILogger logger, string host, int count, string reason);

    [LoggerMessage(
        10,
        LogLevel.Warning,
        "Keys could not be read; the last known keys are used for up to {MaxAge}, then requests are refused: {Reason}")]
    public static partial void KeysWereNotRead(ILogger logger, TimeSpan maxAge, string reason);

    [LoggerMessage(11, LogLevel.Warning, "Keys were read again")]
    public static partial void KeysWereReadAgain(ILogger logger);

    [LoggerMessage(12, LogLevel.Warning, "Key {KeyId} was left out: there is no plan {Plan} among {Plans}")]
    public static partial void KeyHadUnknownPlan(ILogger logger, string keyId, string plan, string plans);

    [LoggerMessage(13, LogLevel.Warning, "The database {File} was open to other users: chmod 600 it")]
    public static partial void DatabaseWasOpenToOthers(ILogger logger, string file);

    [LoggerMessage(14, LogLevel.Information, "Key {KeyId} of {Name} for owners {Owners} was made by {Actor}")]
    public static partial void KeyWasMade(ILogger logger, string keyId, string name, string owners, string actor);

    [LoggerMessage(15, LogLevel.Information, "Key {KeyId} of {Name} for owners {Owners} was revoked by {Actor}")]
    public static partial void KeyWasRevoked(ILogger logger, string keyId, string name, string owners, string actor);

    [LoggerMessage(16, LogLevel.Warning, "The keys or the usage could not be read or written: {Reason}")]
    public static partial void StoreFailed(ILogger logger, string reason);

    [LoggerMessage(18, LogLevel.Information, "A session of the admin page began with key {KeyId}")]
    public static partial void OperatorSignedIn(ILogger logger, string keyId);

    [LoggerMessage(30, LogLevel.Warning, "The usage of {Requests} requests could not be written, and will be again: {Reason}")]
    public static partial void UsageWasNotWritten(ILogger logger, long requests, string reason);

    [LoggerMessage(31, LogLevel.Information, "Usage was written again")]
    public static partial void UsageWasWrittenAgain(ILogger logger);

    [LoggerMessage(
        32, LogLevel.Error, "The usage of {Requests} requests was lost, since it could not be written before the stop: {Reason}")]
    public static partial void UsageWasLost(ILogger logger, long requests, string reason);

    [LoggerMessage(34, LogLevel.Warning, "Usage is counted, but GET /admin/usage needs --keys required")]
    public static partial void UsageWithoutKeys(ILogger logger);

    [LoggerMessage(
        40, LogLevel.Warning, "Redis was lost: until it is available this gateway counts limits alone, with 1/{Members} of each plan")]
    public static partial void FallbackLimits(ILogger logger, int members);

    [LoggerMessage(41, LogLevel.Information, "Redis is available: gateways count limits together again")]
    public static partial void LimitsTogether(ILogger logger);

    [LoggerMessage(42, LogLevel.Warning, "No request is limited: --limits needs --keys required")]
    public static partial void LimitsWithoutKeys(ILogger logger);

    [LoggerMessage(43, LogLevel.Information, "The plans were read again: {Plans}")]
    public static partial void PlansWereRead(ILogger logger, string plans);

    [LoggerMessage(
        50, LogLevel.Warning, "Answers are not written to {Folder}, and are cached in memory only until they can be: {Reason}")]
    public static partial void CacheFolderLost(ILogger logger, string folder, string reason);

    [LoggerMessage(51, LogLevel.Information, "Answers are written to {Folder} again")]
    public static partial void CacheFolderBack(ILogger logger, string folder);
}
