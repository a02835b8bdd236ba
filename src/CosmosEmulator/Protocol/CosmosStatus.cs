namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>Status codes of the protocol and the words that error bodies use for them.</summary>
internal static class CosmosStatus
{
    public const int Ok = 200;
    public const int Created = 201;
    public const int NoContent = 204;
    public const int MultiStatus = 207;
    public const int NotModified = 304;
    public const int BadRequest = 400;
    public const int Unauthorized = 401;
    public const int Forbidden = 403;
    public const int NotFound = 404;
    public const int MethodNotAllowed = 405;
    public const int RequestTimeout = 408;
    public const int Conflict = 409;
    public const int Gone = 410;
    public const int PreconditionFailed = 412;
    public const int RequestEntityTooLarge = 413;
    public const int FailedDependency = 424;
    public const int TooManyRequests = 429;
    public const int RetryWith = 449;
    public const int InternalServerError = 500;
    public const int ServiceUnavailable = 503;

    public static string CodeOf(int status) => status switch
    {
        BadRequest => "BadRequest",
        Unauthorized => "Unauthorized",
        Forbidden => "Forbidden",
        NotFound => "NotFound",
        MethodNotAllowed => "MethodNotAllowed",
        RequestTimeout => "RequestTimeout",
        Conflict => "Conflict",
        Gone => "Gone",
        PreconditionFailed => "PreconditionFailed",
        RequestEntityTooLarge => "RequestEntityTooLarge",
        TooManyRequests => "429",
        RetryWith => "RetryWith",
        ServiceUnavailable => "ServiceUnavailable",
        _ => "InternalServerError",
    };
}

/// <summary>The second number that tells apart failures with one status.</summary>
internal static class CosmosSubStatus
{
    public const int None = 0;

    /// <summary>With 400: the partition key in the header is not the one in the document.</summary>
    public const int PartitionKeyMismatch = 1001;

    /// <summary>With 400: a query of all partitions whose answers the client has to merge.</summary>
    public const int CrossPartitionQueryNotServable = 1004;

    /// <summary>With 400: no more containers can share the throughput of the database.</summary>
    public const int SharedThroughputContainerCountExceeded = 1019;

    /// <summary>With 400: another container has this one's name; the client reads the container again.</summary>
    public const int IncorrectContainerRid = 1024;

    /// <summary>With 403: an access token cannot allow the call; Azure's control plane has its own.</summary>
    public const int NotForTokens = 5300;

    /// <summary>With 410: another container has this one's name; the client reads the container again.</summary>
    public const int NameCacheStale = 1000;

    /// <summary>With 404: the session token of the request is of later writes than the partition has.</summary>
    public const int ReadSessionNotAvailable = 1002;

    /// <summary>With 410: the partition key range is gone; the client reads the ranges again.</summary>
    public const int PartitionKeyRangeGone = 1002;

    /// <summary>With 404: not the thing asked for but the container that would hold it is missing.</summary>
    public const int OwnerResourceNotFound = 1003;

    /// <summary>With 413: the answer to a batch has no room for the document; the client reads it in another one.</summary>
    public const int BatchResponseTooLarge = 3402;

    /// <summary>With 429: the partition's request units of this second are spent.</summary>
    public const int RequestUnitBudgetSpent = 3200;
}
