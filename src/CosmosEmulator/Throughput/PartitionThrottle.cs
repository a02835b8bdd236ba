namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>
/// A partition's request units for each running second of the clock. A call is let through while the units used in the
/// second are below the budget, so the last one may overdraw; an overdraft is carried into the next seconds.
/// </summary>
internal sealed class PartitionThrottle(TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly UsageHistory _history = new();

    // Both in thousandths.
    private long _budget;
    private long _used;
    private long _second;

    /// <summary>Request units per second.</summary>
    public double Budget
    {
        get
        {
            lock (_gate)
            {
                return new RequestUnits(_budget).Value;
            }
        }
    }

    /// <summary>
    /// Takes effect at once, also for the second that runs. What the old budget allowed is no debt under a lower one: beyond the
    /// real overdraft, at most this second is spent.
    /// </summary>
    public void SetBudget(double requestUnitsPerSecond)
    {
        lock (_gate)
        {
            _ = StartSecondNeedsLock();
            var budget = Math.Max(1, RequestUnits.From(requestUnitsPerSecond).Thousandths);
            var overdraft = Math.Max(0, _used - _budget);
            _used = overdraft + Math.Min(Math.Min(_used, _budget), budget);
            _budget = budget;
        }
    }

    /// <summary>
    /// Lets a call through, or counts it as throttled and says after how many milliseconds there is room again.
    /// </summary>
    public bool TryEnter(out long retryAfterMs)
    {
        lock (_gate)
        {
            var now = StartSecondNeedsLock();
            retryAfterMs = _used < _budget ? 0 : UntilRoomNeedsLock(now);
            if (retryAfterMs > 0)
            {
                _history.AddThrottled(_second);
            }

            return retryAfterMs == 0;
        }
    }

    /// <summary>Charges a call that was let through; an error is one that failed with a status from 500 on.</summary>
    public void Charge(RequestUnits charge, bool isError = false)
    {
        lock (_gate)
        {
            _ = StartSecondNeedsLock();
            _used += charge.Thousandths;
            _history.AddCall(_second, charge, isError);
        }
    }

    public UsageSnapshot Snapshot(long sinceSecond)
    {
        lock (_gate)
        {
            return _history.Snapshot(sinceSecond, new RequestUnits(_budget).Value);
        }
    }

    /// <summary>Forgets what was counted, not what is owed.</summary>
    public void ResetCounters()
    {
        lock (_gate)
        {
            _history.Clear();
        }
    }

    private DateTimeOffset StartSecondNeedsLock()
    {
        var now = time.GetUtcNow();
        var second = now.ToUnixTimeSeconds();
        if (second > _second)
        {
            _used = Math.Max(0, _used - (_budget * (second - _second)));
            _second = second;
        }

        return now;
    }

    // Each second pays back one budget, so after this many whole seconds what is left is below the budget.
    private long UntilRoomNeedsLock(DateTimeOffset now)
    {
        var room = DateTimeOffset.FromUnixTimeSeconds(_second + (_used / _budget));
        return Math.Max(1, (long)Math.Ceiling((room - now).TotalMilliseconds));
    }
}
