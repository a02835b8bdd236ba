namespace DroneDelivery.Gateway.Limits;

/// <summary>Whether a request is admitted, and what is left of the limits after it.</summary>
/// <param name="Refused">The limit that refused the request; <see cref="LimitKind.None"/> if it is admitted.</param>
/// <param name="RetryAfter">The time after which a refused request may be sent again.</param>
/// <param name="Remaining">The number of further requests that are admitted at once; meaningless without a rate.</param>
/// <param name="RemainingToday">The number of requests left until midnight, UTC; meaningless without a daily quota.</param>
internal readonly record struct LimitDecision(LimitKind Refused, TimeSpan RetryAfter, long Remaining, long RemainingToday)
{
    /// <summary>A constant, because the time at which a permit becomes free is not known in advance.</summary>
    private static readonly TimeSpan PermitRetry = TimeSpan.FromSeconds(1);

    public static LimitDecision NoPermit { get; } = new(LimitKind.Concurrency, PermitRetry, 0, 0);

    public bool IsRefused => Refused != LimitKind.None;

    /// <summary>Whether the request holds a permit, which it must release.</summary>
    public bool HoldsPermit { get; init; }
}

/// <summary>The limits of a plan.</summary>
internal enum LimitKind
{
    None,

    /// <summary>Requests per second, with a burst.</summary>
    Rate,

    /// <summary>Requests from midnight to midnight, UTC.</summary>
    Day,

    /// <summary>The number of requests in flight.</summary>
    Concurrency,
}
