using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>Counts the requests in flight at one backend, and admits no more than its limit. Safe for concurrent use.</summary>
internal sealed class BackendGate(string backend, IConcurrencyLimit limit, PriorityShares shares)
{
    private int _inFlight;

    public string Backend => backend;

    public int InFlight => Volatile.Read(ref _inFlight);

    /// <summary>The maximum number of requests in flight; null if there is no limit.</summary>
    public int? Limit => ReferenceEquals(limit, FixedLimit.None) ? null : limit.Current;

    /// <summary>Takes a permit, if one is free. If the result is true, <see cref="Leave"/> must be called exactly once.</summary>
    public bool TryEnter(RequestPriority priority)
    {
        var max = MaxFor(priority);
        var current = InFlight;
        while (current < max)
        {
            var seen = Interlocked.CompareExchange(ref _inFlight, current + 1, current);
            if (seen == current)
            {
                return true;
            }

            current = seen;
        }

        limit.RecordRefusal();
        return false;
    }

    /// <param name="duration">The time for which the request held the permit.</param>
    /// <param name="outcome">The outcome of the request at the backend.</param>
    public void Leave(TimeSpan duration, CallOutcome outcome) =>
        limit.Record(duration, outcome, Interlocked.Decrement(ref _inFlight) + 1);

    // Rounded up, so that a limit of 1 admits requests of every priority.
    private long MaxFor(RequestPriority priority) =>
        (((long)limit.Current * shares.PercentFor(priority)) + 99) / 100;
}
