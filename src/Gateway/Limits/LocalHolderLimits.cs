using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits of a holder, counted by this gateway alone.</summary>
internal sealed class LocalHolderLimits : IHolderLimits
{
    private readonly TimeProvider _time;
    private readonly TokenRate? _rate;
    private HolderCounters _counters;

    public LocalHolderLimits(Plan plan, PlanText text, TimeProvider time, LocalHolderLimits? former)
    {
        (Plan, Text, _time) = (plan, text, time);
        if (plan.RequestsPerSecond is { } perSecond)
        {
            _rate = new TokenRate(perSecond, plan.Burst, time.TimestampFrequency);
        }

        if (former is not null)
        {
            _counters.FullAt = former._counters.FullAt;
            _counters.Today = former._counters.Today;
        }
    }

    public Plan Plan { get; }

    public PlanText Text { get; }

    /// <summary>The used part of the daily quota; see <see cref="DayCount"/>.</summary>
    public long Today => Volatile.Read(ref _counters.Today);

    public ValueTask<LimitDecision> EnterAsync(CancellationToken cancellationToken) => new(Enter());

    /// <inheritdoc cref="EnterAsync"/>
    public LimitDecision Enter()
    {
        if (!PermitCount.TryTake(ref _counters.InFlight, Plan.Concurrency))
        {
            return LimitDecision.NoPlace;
        }

        var decision = Take();
        if (decision.IsRefused)
        {
            Leave();
        }

        return decision;
    }

    public void Leave() => PermitCount.Leave(ref _counters.InFlight, Plan.Concurrency);

    /// <summary>
    /// Sets the used part of the daily quota, packed by <see cref="DayCount"/>, when requests of the day were counted elsewhere.
    /// </summary>
    public void Resume(long today) => Volatile.Write(ref _counters.Today, today);

    // The rate is checked first, so that a request refused because of the rate does not use the daily quota. A request refused
    // because of the daily quota still uses a token of the rate.
    private LimitDecision Take()
    {
        var left = 0L;
        if (_rate is { } rate && rate.Take(ref _counters.FullAt, _time.GetTimestamp(), out left) is > 0 and var wait)
        {
            return new(LimitKind.Rate, _time.GetElapsedTime(0, wait), 0, LeftToday());
        }

        return Plan.RequestsPerDay is { } mostToday ? TakeToday(left, mostToday) : new(LimitKind.None, default, left, 0);
    }

    private LimitDecision TakeToday(long left, long most)
    {
        var now = _time.GetUtcNow();
        return DayCount.Take(ref _counters.Today, DayCount.DayOf(now), most) is >= 0 and var leftToday
            ? new(LimitKind.None, default, left, leftToday)
            : new(LimitKind.Day, DayCount.UntilMidnight(now), left, 0);
    }

    private long LeftToday() => Plan.RequestsPerDay is { } most
        ? most - DayCount.CountOn(DayCount.DayOf(_time.GetUtcNow()), Today)
        : 0;
}
