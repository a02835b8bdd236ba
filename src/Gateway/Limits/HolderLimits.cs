namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits of one holder of keys, for its plan or for a route within it. Safe for concurrent use.</summary>
internal abstract class HolderLimits(LimitTerms terms)
{
    private readonly Lock _gate = new();
    private volatile LimitTerms _terms = terms;

    public LimitTerms Terms => _terms;

    /// <summary>
    /// Decides whether a request is admitted. For each decision that holds a permit, <see cref="Leave"/> must be called exactly
    /// once.
    /// </summary>
    /// <param name="weight">The number of tokens that the request takes from the rate and the day.</param>
    public abstract ValueTask<LimitDecision> EnterAsync(int weight, CancellationToken cancellationToken);

    /// <summary>Releases a permit.</summary>
    public abstract void Leave();

    /// <summary>Returns the tokens of an admitted request that was refused for another reason.</summary>
    public abstract void Return(int weight);

    /// <summary>Applies a changed plan. What was used, and what is in flight, stays counted.</summary>
    public void Use(LimitTerms terms)
    {
        lock (_gate)
        {
            var former = _terms;
            if (former.Plan != terms.Plan)
            {
                _terms = terms;
                Adapt(former, terms);
            }
        }
    }

    protected abstract void Adapt(LimitTerms former, LimitTerms terms);

    /// <param name="inFlight">The number of requests in flight that hold a permit.</param>
    /// <param name="max">The maximum; null if there is no limit, in which case no permit is needed.</param>
    protected static bool TryTakePermit(ref int inFlight, int? max)
    {
        if (max is null || Interlocked.Increment(ref inFlight) <= max)
        {
            return true;
        }

        Interlocked.Decrement(ref inFlight);
        return false;
    }
}
