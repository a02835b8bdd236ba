namespace DroneDelivery.Gateway.Limits;

/// <summary>Whether a request may go on, and what is left after it.</summary>
/// <param name="Refused">The limit that it met; <see cref="LimitKind.None"/> when it may go on.</param>
/// <param name="RetryAfter">When to come again, where it was refused.</param>
/// <param name="Remaining">Requests that may come at once; no meaning without a rate.</param>
/// <param name="RemainingToday">Requests left until midnight, UTC; no meaning without a daily quota.</param>
internal readonly record struct LimitDecision(LimitKind Refused, TimeSpan RetryAfter, long Remaining, long RemainingToday)
{
    /// <summary>When a place is free is not known beforehand.</summary>
    private static readonly TimeSpan PlaceRetry = TimeSpan.FromSeconds(1);

    public static LimitDecision NoPlace { get; } = new(LimitKind.Concurrency, PlaceRetry, 0, 0);

    public bool IsRefused => Refused != LimitKind.None;
}
