namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// A token bucket whose whole state is one number: the time at which it will be full again. An admitted request moves that time
/// forward by the time in which one token is refilled. A request is admitted if the bucket is then full no later than a bucket
/// that is empty now. This is the generic cell rate algorithm (ITU-T I.371, annex A). All calculations use integers, so that the
/// only rounding error is that of the refill time of a token, at most half a tick.
/// </summary>
internal readonly struct TokenRate
{
    private readonly long _growth;
    private readonly long _depth;

    /// <param name="perSecond">The number of tokens refilled per second.</param>
    /// <param name="burst">The capacity of the bucket, in tokens.</param>
    /// <param name="ticksPerSecond">The frequency of the clock, in ticks per second.</param>
    public TokenRate(double perSecond, int burst, long ticksPerSecond)
    {
        _growth = Math.Max(1, (long)Math.Round(ticksPerSecond / perSecond));
        _depth = _growth * Math.Max(1, burst);
    }

    /// <summary>Takes tokens, without a lock.</summary>
    /// <param name="fullAt">The state of the bucket: the time at which it is full, in ticks; 0 for a full bucket.</param>
    /// <param name="now">The current time, in ticks.</param>
    /// <param name="tokens">The number of tokens, at most the capacity of the bucket.</param>
    /// <param name="left">The number of tokens that are left.</param>
    /// <returns>0 if the tokens were taken; otherwise the number of ticks until they are available.</returns>
    public long Take(ref long fullAt, long now, int tokens, out long left)
    {
        var seen = Volatile.Read(ref fullAt);
        while (true)
        {
            // No more than the capacity is missing, even if a request with the former rate took a token after the rate changed.
            var next = Math.Min(Math.Max(seen, now), now + _depth) + (tokens * _growth);
            var spare = _depth - (next - now);
            if (spare < 0)
            {
                left = 0;
                return -spare;
            }

            var current = Interlocked.CompareExchange(ref fullAt, next, seen);
            if (current == seen)
            {
                left = spare / _growth;
                return 0;
            }

            seen = current;
        }
    }

    /// <summary>Returns tokens that were taken.</summary>
    public void Return(ref long fullAt, int tokens) => Interlocked.Add(ref fullAt, -tokens * _growth);

    /// <summary>Converts the state of a bucket with another rate: as many tokens are missing as before.</summary>
    public void Adapt(ref long fullAt, TokenRate former, long now)
    {
        var missing = Math.Max(0, Volatile.Read(ref fullAt) - now) / (double)former._growth;
        Volatile.Write(ref fullAt, now + (long)Math.Min(missing * _growth, _depth));
    }
}
