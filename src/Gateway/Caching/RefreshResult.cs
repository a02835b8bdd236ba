namespace DroneDelivery.Gateway.Caching;

/// <summary>What came of a refresh, for all who waited for it.</summary>
/// <param name="Answer">What all of them may have; null when there is none, or none for all.</param>
/// <param name="Error">Why there is none; null when each has to ask for himself.</param>
internal sealed record RefreshResult(CachedAnswer? Answer, Exception? Error = null)
{
    /// <summary>The answer is one client's own, or too large to keep: each has to ask for himself.</summary>
    public static RefreshResult NotForAll { get; } = new(Answer: null);

    /// <summary>An older answer would be better. What a client did wrong is not a failure.</summary>
    public bool IsFailure => Answer is { Status: var status }
        ? AnswerRules.IsFailure(status)
        : Error is not (null or BadHttpRequestException);
}
