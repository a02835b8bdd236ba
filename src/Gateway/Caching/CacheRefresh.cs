namespace DroneDelivery.Gateway.Caching;

/// <summary>A refresh in progress, shared by all requests that wait for its response.</summary>
/// <param name="askedAt">The value of <see cref="CacheTags.Changes"/> when the refresh was created.</param>
internal sealed class CacheRefresh(string key, CachePolicy policy, long askedAt)
{
    private readonly TaskCompletionSource<RefreshResult> _result = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Key => key;

    public CachePolicy Policy => policy;

    public long AskedAt => askedAt;

    public Task<RefreshResult> Result => _result.Task;

    public void Finish(RefreshResult result) => _result.SetResult(result);
}

/// <summary>The result of a refresh, for all requests that waited for it.</summary>
/// <param name="Answer">The response for all of these requests; null if there is none or if it cannot be shared.</param>
/// <param name="Error">The reason for a missing response; null if each request must be sent to the backend itself.</param>
internal sealed record RefreshResult(CachedAnswer? Answer, Exception? Error = null)
{
    /// <summary>
    /// The response is private to one client or too large for the cache, so that each request must be sent to the backend itself.
    /// </summary>
    public static RefreshResult NotForAll { get; } = new(Answer: null);

    /// <summary>The same for the response of a backend that failed.</summary>
    public static RefreshResult FailureNotForAll { get; } = new(Answer: null) { HasFailed = true };

    /// <summary>Whether a stale response is preferred to this result. An error of the client is not a failure.</summary>
    public bool IsFailure => Answer is { Status: var status }
        ? AnswerRules.IsFailure(status)
        : HasFailed || Error is not (null or BadHttpRequestException);

    private bool HasFailed { get; init; }
}
