namespace DroneDelivery.Gateway.Caching;

/// <summary>The result of a refresh, for all requests that waited for it.</summary>
/// <param name="Answer">The response for all of these requests; null if there is none or if it cannot be shared.</param>
/// <param name="Error">The reason for a missing response; null if each request must be sent to the backend itself.</param>
internal sealed record RefreshResult(CachedAnswer? Answer, Exception? Error = null)
{
    /// <summary>
    /// The response is private to one client or too large for the cache, so that each request must be sent to the backend itself.
    /// </summary>
    public static RefreshResult NotForAll { get; } = new(Answer: null);

    /// <summary>Whether a stale response is preferred to this result. An error of the client is not a failure.</summary>
    public bool IsFailure => Answer is { Status: var status }
        ? AnswerRules.IsFailure(status)
        : Error is not (null or BadHttpRequestException);
}
