using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Redis;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The limits of a holder as all gateways count them together. Redis stores the token bucket and the count of the day, and leases
/// tokens; this gateway uses the leased tokens without a request to Redis. All tokens come from the same bucket, so that, while
/// Redis is available, all gateways together never exceed the rate and the daily quota of the plan. The concurrency limit is
/// divided among the gateways. While this gateway has no tokens and Redis leases none, requests are refused without a request to
/// Redis.
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

    /// <summary>Returns the unused tokens to Redis if there was no request since the previous sweep.</summary>
    /// <param name="all">Whether to return the tokens even if there were requests since the previous sweep.</param>
    public Task GiveBackAsync(bool all) => (all ? _tokens.TakeAll() : _tokens.TakeIdle()) is > 0 and var tokens
        ? _office.GiveBackAsync(_holder, _terms, tokens, _tokens.Lease.Day)
        : Task.CompletedTask;

    // Null if a new lease is needed.
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

    // Single-flight: each holder has at most one request to Redis at a time; other requests of the holder wait for its response.
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
