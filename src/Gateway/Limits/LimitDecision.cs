namespace DroneDelivery.Gateway.Limits;

/// <summary>Whether a request is admitted, and what is left of the limits after it.</summary>
/// <param name="Refused">The limit that refused the request; <see cref="LimitKind.None"/> if it is admitted.</param>
/// <param name="RetryAfter">The time after which a refused request may be sent again.</param>
/// <param name="Remaining">The number of further requests that are admitted at once; meaningless without a rate.</param>
/// <param name="RemainingToday">The number of requests left until midnight, UTC; meaningless without a daily quota.</param>
internal readonly record struct LimitDecision(LimitKind Refused, TimeSpan RetryAfter, long Remaining, long RemainingToday)
{
    /// <summary>A constant, because the time at which a permit becomes free is not known in advance.</summary>
    private static readonly TimeSpan PlaceRetry = TimeSpan.FromSeconds(1);

    public static LimitDecision NoPlace { get; } = new(LimitKind.Concurrency, PlaceRetry, 0, 0);

    public bool IsRefused => Refused != LimitKind.None;
}
