using DroneDelivery.Gateway.Redis;

namespace DroneDelivery.Gateway.Limits.Shared;

/// <summary>
/// A key's limits, as all gateways keep them together: Redis holds the bucket and the day's count, and leases tokens that this
/// gateway then gives out without asking. Every token comes from the one bucket, so that all gateways together never let
/// through more than the plan. While a key has none and Redis will have none either, it is refused here.
/// </summary>
internal sealed class SharedKeyLimits : IKeyLimits
{
    private readonly GatewayGroup _group;
    private readonly LeaseOffice _office;
    private readonly TimeProvider _time;
    private readonly string _keyId;
    private readonly LeaseTerms _terms;
    private LeaseCounters _counters;
    private Lease _lease = Lease.None;
    private long _leasedAt;
    private int _askedAtSweep = -1;
    private LimitsAlone? _alone;
    private TaskCompletionSource? _renewal;

    public SharedKeyLimits(string keyId, Plan plan, PlanText text, GatewayGroup group, LeaseOffice office, TimeProvider time)
    {
        (_keyId, Plan, Text, _group, _office, _time) = (keyId, plan, text, group, office, time);
        (_terms, _leasedAt) = (new LeaseTerms(plan), time.GetTimestamp());
    }

    public Plan Plan { get; }

    public PlanText Text { get; }

    public ValueTask<LimitDecision> EnterAsync(CancellationToken cancellationToken)
    {
        if (Plan.Concurrency is { } most && Interlocked.Increment(ref _counters.InFlight) > _group.ShareOf(most))
        {
            Leave();
            return new(LimitDecision.NoPlace);
        }

        Interlocked.Increment(ref _counters.Asked);
        if (Decide() is not { } decision)
        {
            return WaitAsync(cancellationToken);
        }

        if (decision.IsRefused)
        {
            Leave();
        }

        return new(decision);
    }

    public void Leave()
    {
        if (Plan.Concurrency is not null)
        {
            Interlocked.Decrement(ref _counters.InFlight);
        }
    }

    /// <summary>Gives back what nobody has asked for since the sweep before.</summary>
    /// <param name="all">Also what somebody may still ask for.</param>
    public Task GiveBackAsync(bool all)
    {
        var asked = Volatile.Read(ref _counters.Asked);
        var isIdle = Interlocked.Exchange(ref _askedAtSweep, asked) == asked;
        return (isIdle || all) && Volatile.Read(ref _counters.Tokens) > 0
            && Interlocked.Exchange(ref _counters.Tokens, 0) is > 0 and var tokens
                ? _office.GiveBackAsync(_keyId, _terms, tokens, _lease.Day)
                : Task.CompletedTask;
    }

    // Null when Redis must be asked.
    private LimitDecision? Decide()
    {
        if (_terms is { Growth: 0, PerDay: < 0 })
        {
            return default(LimitDecision);
        }

        if (_group.IsAlone)
        {
            return Alone().Enter();
        }

        var lease = Volatile.Read(ref _lease);
        if (TrySpend(out var left))
        {
            if (left <= lease.RenewBelow && Volatile.Read(ref _renewal) is null)
            {
                _ = RenewAsync();
            }

            var leftToday = left + Math.Max(0, lease.LeftToday);
            return new LimitDecision(LimitKind.None, default, Math.Min(left + lease.Left, _terms.Burst), leftToday);
        }

        var wait = Volatile.Read(ref _counters.EmptyUntil) - _time.GetTimestamp();
        return wait <= 0 ? null : new LimitDecision(
            lease.IsQuotaUsed ? LimitKind.Day : LimitKind.Rate, _time.GetElapsedTime(0, wait), 0, Math.Max(0, lease.LeftToday));
    }

    private LimitsAlone Alone()
    {
        if (Volatile.Read(ref _alone) is { } alone)
        {
            return alone;
        }

        // Redis may forget what it has leased.
        Volatile.Write(ref _counters.Tokens, 0);
        alone = new LimitsAlone(Plan, Text, _group.Members, _lease, _time);
        return Interlocked.CompareExchange(ref _alone, alone, null) ?? alone;
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

    private async ValueTask<LimitDecision> WaitAsync(CancellationToken cancellationToken)
    {
        var isIn = false;
        try
        {
            LimitDecision? decision;
            do
            {
                await RenewAsync().WaitAsync(cancellationToken);
                decision = Decide();
            }
            while (decision is null);

            isIn = !decision.Value.IsRefused;
            return decision.Value;
        }
        finally
        {
            if (!isIn)
            {
                Leave();
            }
        }
    }

    // One question at a time for each key; who comes meanwhile waits for its answer.
    private Task RenewAsync()
    {
        var renewal = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        if (Interlocked.CompareExchange(ref _renewal, renewal, null) is { } other)
        {
            return other.Task;
        }

        _ = RenewAsync(renewal);
        return renewal.Task;
    }

    private async Task RenewAsync(TaskCompletionSource renewal)
    {
        var alone = Interlocked.Exchange(ref _alone, null);
        try
        {
            var wanted = WantedTokens();
            Take(await _office.LeaseAsync(_keyId, _terms, wanted, _lease, alone?.LetThrough ?? 0));
        }
        catch (RedisLostException)
        {
            Interlocked.CompareExchange(ref _alone, alone, null);
            _group.GoAlone();
        }
        finally
        {
            Volatile.Write(ref _renewal, null);
            renewal.SetResult();
        }
    }

    private int WantedTokens()
    {
        var asked = Interlocked.Exchange(ref _counters.Asked, 0);
        var (former, now) = (_leasedAt, _time.GetTimestamp());
        _leasedAt = now;
        return LeaseTerms.Wanted(asked, _time.GetElapsedTime(former, now));
    }

    private void Take(Lease lease)
    {
        Volatile.Write(ref _lease, lease);
        Volatile.Write(
            ref _counters.EmptyUntil,
            lease.Wait == TimeSpan.Zero ? 0 : _time.GetTimestamp() + _time.TimestampsIn(lease.Wait));
        Interlocked.Add(ref _counters.Tokens, lease.Tokens);
    }
}
