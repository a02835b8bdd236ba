namespace DroneDelivery.Gateway.Shedding;

/// <summary>Counts the requests in flight at one backend and lets in no more than its limit. Safe for concurrent use.</summary>
internal sealed class BackendGate(string backend, IConcurrencyLimit limit, PriorityShares shares)
{
    private int _inFlight;

    /// <summary>Tells that a request has left, after it is counted no more.</summary>
    public event Action? Left;

    public string Backend => backend;

    public int InFlight => Volatile.Read(ref _inFlight);

    /// <summary>Null where there is none.</summary>
    public int? Limit => ReferenceEquals(limit, FixedLimit.None) ? null : limit.Current;

    /// <summary>Whoever is let in must leave, exactly once.</summary>
    public bool TryEnter(RequestPriority priority)
    {
        var most = MostFor(priority);
        var current = InFlight;
        while (current < most)
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

    /// <param name="duration">How long the request was in.</param>
    /// <param name="outcome">What became of it.</param>
    public void Leave(TimeSpan duration, CallOutcome outcome)
    {
        limit.Record(duration, outcome, Interlocked.Decrement(ref _inFlight) + 1);
        Left?.Invoke();
    }

    // Rounded up, so that a limit of 1 lets everybody in.
    private long MostFor(RequestPriority priority) =>
        (((long)limit.Current * shares.PercentFor(priority)) + 99) / 100;
}
