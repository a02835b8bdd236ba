namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// A token bucket whose whole state is one number: the moment at which it will be full again. A request moves that moment on by
/// the time that a token takes to grow, and may do so as long as a full bucket's growth is not exceeded. (The generic cell rate
/// algorithm, ITU-T I.371, annex A.) Integers only, so that nothing is lost by rounding but half a tick in a token's growth.
/// </summary>
internal readonly struct TokenRate
{
    private readonly long _growth;
    private readonly long _depth;

    /// <param name="perSecond">Tokens that grow in a second.</param>
    /// <param name="burst">Tokens in a full bucket.</param>
    /// <param name="ticksPerSecond">Of the clock that says what "now" is.</param>
    public TokenRate(double perSecond, int burst, long ticksPerSecond)
    {
        _growth = Math.Max(1, (long)Math.Round(ticksPerSecond / perSecond));
        _depth = _growth * Math.Max(1, burst);
    }

    /// <summary>Takes a token, without a lock.</summary>
    /// <param name="fullAt">The bucket's state, in ticks; 0 is full.</param>
    /// <param name="now">In ticks.</param>
    /// <param name="left">Tokens that are left.</param>
    /// <returns>0, or in how many ticks there will be a token.</returns>
    public long Take(ref long fullAt, long now, out long left)
    {
        var seen = Volatile.Read(ref fullAt);
        while (true)
        {
            var next = Math.Max(seen, now) + _growth;
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
}
