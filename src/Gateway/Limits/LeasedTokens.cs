namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The tokens of one holder that this gateway has leased and uses without a request to Redis. Safe for concurrent use.
/// </summary>
internal sealed class LeasedTokens(LeaseTerms terms, TimeProvider time)
{
    private LeaseCounters _counters;
    private Lease _lease = Lease.None;
    private long _leasedAt = time.GetTimestamp();
    private int _askedAtSweep = -1;

    /// <summary>The latest lease.</summary>
    public Lease Lease => Volatile.Read(ref _lease);

    /// <summary>
    /// The count for <see cref="PermitCount"/>. It is stored next to the tokens, because the same requests change both.
    /// </summary>
    public ref int InFlight => ref _counters.InFlight;

    /// <summary>Counts a request, whether or not it is then admitted.</summary>
    public void Ask() => Interlocked.Increment(ref _counters.Asked);

    /// <summary>Returns a decision without a request to Redis; null if a new lease is needed.</summary>
    /// <param name="isLow">Whether the lease should be renewed before it is used up.</param>
    public LimitDecision? Decide(out bool isLow)
    {
        var lease = Lease;
        if (TrySpend(out var left))
        {
            isLow = left <= lease.RenewBelow;
            var leftToday = left + Math.Max(0, lease.LeftToday);
            return new LimitDecision(LimitKind.None, default, Math.Min(left + lease.Left, terms.Burst), leftToday);
        }

        isLow = false;
        var wait = Volatile.Read(ref _counters.EmptyUntil) - time.GetTimestamp();
        return wait <= 0 ? null : new LimitDecision(
            lease.IsQuotaUsed ? LimitKind.Day : LimitKind.Rate, time.GetElapsedTime(0, wait), 0, Math.Max(0, lease.LeftToday));
    }

    /// <summary>Returns the number of tokens to lease, by the number of requests since the previous call.</summary>
    public int Wanted()
    {
        var asked = Interlocked.Exchange(ref _counters.Asked, 0);
        var (former, now) = (_leasedAt, time.GetTimestamp());
        _leasedAt = now;
        return LeaseTerms.Wanted(asked, time.GetElapsedTime(former, now));
    }

    public void Add(Lease lease)
    {
        Volatile.Write(ref _lease, lease);
        Volatile.Write(
            ref _counters.EmptyUntil,
            lease.Wait == TimeSpan.Zero ? 0 : time.GetTimestamp() + time.TimestampsIn(lease.Wait));
        Interlocked.Add(ref _counters.Tokens, lease.Tokens);
    }

    /// <summary>
    /// Removes all unused tokens and returns their number. Also used after a loss of Redis, which may no longer know that it has
    /// leased them.
    /// </summary>
    public int TakeAll() => Interlocked.Exchange(ref _counters.Tokens, 0);

    /// <summary>
    /// Removes all unused tokens if there was no request since the previous sweep. Returns the number of removed tokens.
    /// </summary>
    public int TakeIdle()
    {
        var asked = Volatile.Read(ref _counters.Asked);
        return Interlocked.Exchange(ref _askedAtSweep, asked) == asked ? TakeAll() : 0;
    }

    private bool TrySpend(out int left)
    {
        var seen = Volatile.Read(ref _counters.Tokens);
        while (seen > 0)
        {
            var current = Interlocked.CompareExchange(ref _counters.Tokens, seen - 1, seen);
            if (current == seen)
            {
                left = seen - 1;
                return true;
            }

            seen = current;
        }

        left = 0;
        return false;
    }
}
