namespace DroneDelivery.LoadTests.Engine.Journeys;

/// <summary>What a client does about a request that fails, is refused, or takes too long.</summary>
/// <param name="Retries">Further tries after the first; 0 for a client that takes what it gets.</param>
/// <param name="Patience">How long it waits for an answer before it gives the try up.</param>
public sealed record RetryPolicy(int Retries, TimeSpan Patience)
{
    /// <summary>Before the second try; twice as long before each further one. Zero: it asks again at once.</summary>
    public TimeSpan FirstWait { get; init; } = TimeSpan.Zero;

    /// <summary>No wait but one that the server asked for is longer.</summary>
    public TimeSpan LongestWait { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Waits a random part of that time ("full jitter": Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015),
    /// so that clients that failed together do not come back together.
    /// </summary>
    public bool Jitter { get; init; }

    /// <summary>Comes back no sooner than the server asked it to.</summary>
    public bool HonorsRetryAfter { get; init; }

    /// <param name="tries">Made so far, from 1.</param>
    /// <param name="retryAfter">What the server asked for; null where it did not.</param>
    public TimeSpan WaitAfter(int tries, TimeSpan? retryAfter, Random random)
    {
        var doubled = FirstWait.TotalSeconds * Math.Pow(2, tries - 1);
        var wait = doubled < LongestWait.TotalSeconds ? TimeSpan.FromSeconds(doubled) : LongestWait;
        var own = Jitter ? wait * random.NextDouble() : wait;
        return HonorsRetryAfter && retryAfter is { } asked ? asked + own : own;
    }
}
