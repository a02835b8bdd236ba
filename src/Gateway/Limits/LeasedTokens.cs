using System.Runtime.InteropServices;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The tokens of one holder that this gateway has leased and uses without a request to Redis. Safe for concurrent use.
/// </summary>
internal sealed class LeasedTokens(TimeProvider time)
{
    /// <summary>The time for which a lease lasts at the measured demand, in seconds.</summary>
    private const double LeaseSeconds = 0.5;

    private const double ShortestDemandSeconds = 0.1;
    private const int MaxTokens = 100_000;

    private LeaseCounters _counters;
    private volatile Lease _lease = Lease.None;
    private long _leasedAt = time.GetTimestamp();
    private int _askedAtSweep = -1;

    /// <summary>The latest lease.</summary>
    public Lease Lease => _lease;

    /// <summary>The number of requests in flight, stored next to the tokens, because the same requests change both.</summary>
    public ref int InFlight => ref _counters.InFlight;

    /// <summary>Counts the tokens of a request, whether or not it is then admitted.</summary>
    public void Ask(int tokens) => Interlocked.Add(ref _counters.Asked, tokens);

    /// <summary>Returns a decision without a request to Redis; null if a new lease is needed.</summary>
    /// <param name="isLow">Whether the lease should be renewed before it is used up.</param>
    public LimitDecision? Decide(LimitTerms terms, int weight, out bool isLow)
    {
        var lease = _lease;
        var leftToday = Math.Max(0, terms.PerDay - lease.UsedToday);
        if (TrySpend(weight, out var left))
        {
            isLow = left <= lease.RenewBelow;
            return new LimitDecision(LimitKind.None, default, Math.Min(left + lease.Left, terms.Plan.Burst), left + leftToday);
        }

        isLow = false;
        var wait = lease.EmptyUntil - time.GetTimestamp();
        return wait <= 0 || weight - left < lease.Needed ? null : new LimitDecision(
            lease.IsQuotaUsed ? LimitKind.Day : LimitKind.Rate, time.GetElapsedTime(0, wait), 0, leftToday);
    }

    /// <summary>Returns the number of tokens to lease, by the number asked for since the previous call.</summary>
    public int Wanted(int needed)
    {
        var asked = Interlocked.Exchange(ref _counters.Asked, 0);
        var (former, now) = (_leasedAt, time.GetTimestamp());
        _leasedAt = now;
        var seconds = Math.Max(ShortestDemandSeconds, time.GetElapsedTime(former, now).TotalSeconds);
        return Math.Clamp((int)Math.Ceiling(asked * LeaseSeconds / seconds), needed, Math.Max(needed, MaxTokens));
    }

    /// <summary>Returns how many tokens must be leased for a request.</summary>
    public int NeededFor(int weight) => Math.Max(1, weight - Volatile.Read(ref _counters.Tokens));

    public void Add(Lease lease)
    {
        _lease = lease.Wait == TimeSpan.Zero
            ? lease
            : lease with { EmptyUntil = time.GetTimestamp() + time.TimestampsIn(lease.Wait) };
        Return(lease.Tokens);
    }

    public void Return(int tokens) => Interlocked.Add(ref _counters.Tokens, tokens);

    /// <summary>
    /// Removes all unused tokens and returns their number. Also used after a loss of Redis, which may no longer know that it has
    /// leased them.
    /// </summary>
    public int TakeAll() => Interlocked.Exchange(ref _counters.Tokens, 0);

    /// <summary>
    /// Removes all unused tokens, as <see cref="TakeAll"/>, and forgets when Redis leases tokens again, because the plan changed.
    /// </summary>
    public int Restart()
    {
        _lease = _lease with { EmptyUntil = 0 };
        return TakeAll();
    }

    /// <summary>
    /// Removes all unused tokens if there was no request since the previous sweep. Returns the number of removed tokens.
    /// </summary>
    public int TakeIdle()
    {
        var asked = Volatile.Read(ref _counters.Asked);
        return Interlocked.Exchange(ref _askedAtSweep, asked) == asked ? TakeAll() : 0;
    }

    /// <param name="left">The number of tokens that are left, or that are there if they are too few.</param>
    private bool TrySpend(int tokens, out int left)
    {
        left = Volatile.Read(ref _counters.Tokens);
        while (left >= tokens)
        {
            var current = Interlocked.CompareExchange(ref _counters.Tokens, left - tokens, left);
            if (current == left)
            {
                left -= tokens;
                return true;
            }

            left = current;
        }

        return false;
    }
}

/// <summary>The counters of a holder that change with every request; see <see cref="HolderCounters"/> for the padding.</summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
internal struct LeaseCounters
{
    /// <summary>The number of leased tokens that are not used yet.</summary>
    [FieldOffset(64)]
    public int Tokens;

    /// <summary>
    /// The number of tokens that requests asked for since the latest renewal of the lease began. It includes requests refused
    /// because of the rate or the daily quota, but not those refused because of concurrency.
    /// </summary>
    [FieldOffset(68)]
    public int Asked;

    [FieldOffset(72)]
    public int InFlight;
}
