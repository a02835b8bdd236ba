using DroneDelivery.ServiceDefaults.Redis;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The limits of a holder as all gateways count them together. Redis stores the token bucket and the count of the day, and leases
/// tokens; this gateway uses the leased tokens without a request to Redis. All tokens come from the same bucket, so that, while
/// Redis is available, all gateways together never exceed the rate and the daily quota of the plan. The concurrency limit is
/// divided among the gateways. While this gateway has no tokens and Redis leases none, requests are refused without a request to
/// Redis.
/// </summary>
internal sealed class SharedHolderLimits(
    string holder, LimitTerms terms, GatewayGroup group, LeaseClient leases, TimeProvider time) : HolderLimits(terms)
{
    private readonly LeasedTokens _tokens = new(time);
    private FallbackLimits? _fallback;
    private TaskCompletionSource? _renewal;

    // Requests that were admitted while Redis was lost, and that neither Redis nor the current fallback has counted. Changed only by
    // the renewal.
    private long _uncounted;

    public override ValueTask<LimitDecision> EnterAsync(int weight, CancellationToken cancellationToken)
    {
        var permits = Terms.Plan.Concurrency is { } limit ? group.ShareOf(limit) : (int?)null;
        if (!TryTakePermit(ref _tokens.InFlight, permits))
        {
            return new(LimitDecision.NoPermit);
        }

        _tokens.Ask(weight);
        if (Decide(weight) is not { } decision)
        {
            return WaitAsync(weight, permits is not null, cancellationToken);
        }

        if (decision.IsRefused && permits is not null)
        {
            Leave();
        }

        return new(decision with { HoldsPermit = !decision.IsRefused && permits is not null });
    }

    public override void Leave() => Interlocked.Decrement(ref _tokens.InFlight);

    public override void Return(int weight)
    {
        if (Volatile.Read(ref _fallback) is { } fallback)
        {
            fallback.Return(weight);
        }
        else
        {
            _tokens.Return(weight);
        }
    }

    /// <summary>Returns the unused tokens to Redis if there was no request since the previous sweep.</summary>
    /// <param name="all">Whether to return the tokens even if there were requests since the previous sweep.</param>
    public Task GiveBackAsync(bool all) => ReturnToRedisAsync(Terms, all ? _tokens.TakeAll() : _tokens.TakeIdle());

    // The tokens were leased at the former rate, and may be more than the new plan allows.
    protected override void Adapt(LimitTerms former, LimitTerms terms)
    {
        Volatile.Read(ref _fallback)?.Use(terms.Plan, group.Members);
        _ = ReturnToRedisAsync(former, _tokens.Restart());
    }

    private Task ReturnToRedisAsync(LimitTerms terms, int tokens) =>
        tokens > 0 ? leases.GiveBackAsync(holder, terms, tokens, _tokens.Lease.Day) : Task.CompletedTask;

    // Null if a new lease is needed.
    private LimitDecision? Decide(int weight)
    {
        var terms = Terms;
        if (terms is { Growth: 0, PerDay: < 0 })
        {
            return default(LimitDecision);
        }

        if (group.IsFallback)
        {
            return Fallback().Enter(weight);
        }

        var decision = _tokens.Decide(terms, weight, out var isLow);
        if (isLow && Volatile.Read(ref _renewal) is null)
        {
            _ = RenewAsync(needed: 1);
        }

        return decision;
    }

    private FallbackLimits Fallback()
    {
        if (Volatile.Read(ref _fallback) is { } fallback)
        {
            return fallback;
        }

        _tokens.TakeAll();
        fallback = new FallbackLimits(Terms.Plan, group.Members, _tokens.Lease, time);
        return Interlocked.CompareExchange(ref _fallback, fallback, null) ?? fallback;
    }

    private async ValueTask<LimitDecision> WaitAsync(int weight, bool holdsPermit, CancellationToken cancellationToken)
    {
        var isIn = false;
        try
        {
            LimitDecision? decision;
            do
            {
                await RenewAsync(_tokens.NeededFor(weight)).WaitAsync(cancellationToken);
                decision = Decide(weight);
            }
            while (decision is null);

            isIn = !decision.Value.IsRefused;
            return decision.Value with { HoldsPermit = isIn && holdsPermit };
        }
        finally
        {
            if (!isIn && holdsPermit)
            {
                Leave();
            }
        }
    }

    // Single-flight: each holder has at most one request to Redis at a time; other requests of the holder wait for its response.
    private Task RenewAsync(int needed)
    {
        var renewal = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        if (Interlocked.CompareExchange(ref _renewal, renewal, null) is { } other)
        {
            return other.Task;
        }

        _ = RenewAsync(renewal, needed);
        return renewal.Task;
    }

    private async Task RenewAsync(TaskCompletionSource renewal, int needed)
    {
        var terms = Terms;
        var fallback = Interlocked.Exchange(ref _fallback, null);
        try
        {
            _tokens.Add(await leases.LeaseAsync(
                holder, terms, _tokens.Wanted(needed), needed, _tokens.Lease, _uncounted + (fallback?.Admitted ?? 0)));
            _uncounted = 0;
            if (terms != Terms)
            {
                // The plan changed while Redis leased the tokens.
                _ = ReturnToRedisAsync(terms, _tokens.Restart());
            }
        }
        catch (RedisLostException)
        {
            if (Interlocked.CompareExchange(ref _fallback, fallback, null) is not null)
            {
                // Redis was lost for another holder during the renewal, and a request of this holder came after that.
                _uncounted += fallback?.Admitted ?? 0;
            }

            group.UseFallback();
        }
        finally
        {
            Volatile.Write(ref _renewal, null);
            renewal.SetResult();
        }
    }
}
