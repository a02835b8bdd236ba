using System.Runtime.InteropServices;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits of a holder, counted by this gateway alone.</summary>
internal sealed class LocalHolderLimits(LimitTerms terms, TimeProvider time) : HolderLimits(terms)
{
    private HolderCounters _counters;

    /// <summary>The used part of the daily quota; see <see cref="DayCount"/>.</summary>
    public long Today => Volatile.Read(ref _counters.Today);

    public override ValueTask<LimitDecision> EnterAsync(int weight, CancellationToken cancellationToken) => new(Enter(weight));

    /// <inheritdoc cref="EnterAsync"/>
    public LimitDecision Enter(int weight)
    {
        var terms = Terms;
        if (!TryTakePermit(ref _counters.InFlight, terms.Plan.Concurrency))
        {
            return LimitDecision.NoPermit;
        }

        var decision = Take(terms, weight);
        if (terms.Plan.Concurrency is null)
        {
            return decision;
        }

        if (decision.IsRefused)
        {
            Leave();
            return decision;
        }

        return decision with { HoldsPermit = true };
    }

    public override void Leave() => Interlocked.Decrement(ref _counters.InFlight);

    public override void Return(int weight)
    {
        Terms.Rate?.Return(ref _counters.FullAt, weight);
        DayCount.Return(ref _counters.Today, DayCount.DayOf(time.GetUtcNow()), weight);
    }

    /// <summary>
    /// Sets the used part of the daily quota, packed by <see cref="DayCount"/>, when requests of the day were counted elsewhere.
    /// </summary>
    public void Resume(long today) => Volatile.Write(ref _counters.Today, today);

    protected override void Adapt(LimitTerms former, LimitTerms terms)
    {
        if (former.Rate is { } formerRate && terms.Rate is { } rate)
        {
            rate.Adapt(ref _counters.FullAt, formerRate, time.GetTimestamp());
        }
    }

    // The rate is checked first, so that a request refused because of the rate does not use the daily quota. A request refused
    // because of the daily quota still uses a token of the rate.
    private LimitDecision Take(LimitTerms terms, int weight)
    {
        var left = 0L;
        if (terms.Rate is { } rate && rate.Take(ref _counters.FullAt, time.GetTimestamp(), weight, out left) is > 0 and var wait)
        {
            return new(LimitKind.Rate, time.GetElapsedTime(0, wait), 0, LeftToday(terms.PerDay));
        }

        return terms.PerDay < 0 ? new(LimitKind.None, default, left, 0) : TakeToday(left, terms.PerDay, weight);
    }

    private LimitDecision TakeToday(long left, long max, int weight)
    {
        var now = time.GetUtcNow();
        return DayCount.Take(ref _counters.Today, DayCount.DayOf(now), max, weight) is >= 0 and var leftToday
            ? new(LimitKind.None, default, left, leftToday)
            : new(LimitKind.Day, DayCount.UntilMidnight(now), left, LeftToday(max));
    }

    private long LeftToday(long max) =>
        max < 0 ? 0 : Math.Max(0, max - DayCount.CountOn(DayCount.DayOf(time.GetUtcNow()), Today));
}

/// <summary>
/// The counters of a holder that change with every request. The padding keeps the counters of two holders on different cache
/// lines (64 bytes), so that processor cores that serve different holders do not slow each other down.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
internal struct HolderCounters
{
    /// <summary>The state of the token bucket; see <see cref="TokenRate"/>.</summary>
    [FieldOffset(64)]
    public long FullAt;

    /// <summary>The day and its number of requests; see <see cref="DayCount"/>.</summary>
    [FieldOffset(72)]
    public long Today;

    [FieldOffset(80)]
    public int InFlight;
}
