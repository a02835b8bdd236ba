using DroneDelivery.Gateway.Redis;

namespace DroneDelivery.Gateway.Limits.Shared;

/// <summary>
/// The limits of a holder, as all gateways keep them together: Redis holds the bucket and the day's count, and leases tokens that
/// this gateway then gives out without asking. Every token comes from the one bucket, so that all gateways together never let
/// through more than the plan. While a holder has none and Redis will have none either, it is refused here.
/// </summary>
internal sealed class SharedHolderLimits : IHolderLimits
{
    private readonly GatewayGroup _group;
    private readonly LeaseClient _office;
    private readonly TimeProvider _time;
    private readonly string _holder;
    private readonly LeaseTerms _terms;
    private readonly LeasedTokens _tokens;
    private FallbackLimits? _alone;
    private TaskCompletionSource? _renewal;

    public SharedHolderLimits(string holder, Plan plan, PlanText text, GatewayGroup group, LeaseClient office, TimeProvider time)
    {
        (_holder, Plan, Text, _group, _office, _time) = (holder, plan, text, group, office, time);
        _terms = new LeaseTerms(plan);
        _tokens = new LeasedTokens(_terms, time);
    }

    public Plan Plan { get; }

    public PlanText Text { get; }

    public ValueTask<LimitDecision> EnterAsync(CancellationToken cancellationToken)
    {
        var places = Plan.Concurrency is { } most ? _group.ShareOf(most) : (int?)null;
        if (!PermitCount.TryTake(ref _tokens.InFlight, places))
        {
            return new(LimitDecision.NoPlace);
        }

        _tokens.Ask();
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

    public void Leave() => PermitCount.Leave(ref _tokens.InFlight, Plan.Concurrency);

    /// <summary>Gives back what nobody has asked for since the sweep before.</summary>
    /// <param name="all">Also what somebody may still ask for.</param>
    public Task GiveBackAsync(bool all) => (all ? _tokens.TakeAll() : _tokens.TakeIdle()) is > 0 and var tokens
        ? _office.GiveBackAsync(_holder, _terms, tokens, _tokens.Lease.Day)
        : Task.CompletedTask;

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

        var decision = _tokens.Decide(out var isLow);
        if (isLow && Volatile.Read(ref _renewal) is null)
        {
            _ = RenewAsync();
        }

        return decision;
    }

    private FallbackLimits Alone()
    {
        if (Volatile.Read(ref _alone) is { } alone)
        {
            return alone;
        }

        _tokens.TakeAll();
        alone = new FallbackLimits(Plan, Text, _group.Members, _tokens.Lease, _time);
        return Interlocked.CompareExchange(ref _alone, alone, null) ?? alone;
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

    // One question at a time for each holder; requests that come meanwhile wait for its answer.
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
            _tokens.Add(await _office.LeaseAsync(_holder, _terms, _tokens.Wanted(), _tokens.Lease, alone?.LetThrough ?? 0));
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
}
