namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>
/// The request units of a physical partition for each running second of the clock. There is room while the units used in the
/// second are below the budget, so the last call may overdraw; an overdraft is carried into the next seconds. The containers that
/// share the throughput of a database spend the same budgets.
/// </summary>
internal sealed class RequestUnitBudget(TimeProvider time)
{
    // Both in thousandths.
    private long _budget;
    private long _used;

    /// <summary>Guards the budget, and the counts of those that spend it.</summary>
    public Lock Gate { get; } = new();

    /// <summary>The second of the last call.</summary>
    public long SecondNeedsLock { get; private set; }

    public double PerSecondNeedsLock => new RequestUnits(_budget).Value;

    /// <summary>
    /// Takes effect at once, also for the second that runs. What the old budget allowed is no debt under a lower one: beyond the
    /// real overdraft, at most this second is spent.
    /// </summary>
    public void Set(double requestUnitsPerSecond)
    {
        lock (Gate)
        {
            _ = StartSecondNeedsLock();
            var budget = Math.Max(1, RequestUnits.From(requestUnitsPerSecond).Thousandths);
            var overdraft = Math.Max(0, _used - _budget);
            _used = overdraft + Math.Min(Math.Min(_used, _budget), budget);
            _budget = budget;
        }
    }

    /// <summary>The milliseconds until there is room; 0 if there is room now.</summary>
    public long FindWaitNeedsLock()
    {
        var now = StartSecondNeedsLock();
        return _used < _budget ? 0 : UntilRoomNeedsLock(now);
    }

    public void SpendNeedsLock(RequestUnits charge)
    {
        _ = StartSecondNeedsLock();
        _used += charge.Thousandths;
    }

    private DateTimeOffset StartSecondNeedsLock()
    {
        var now = time.GetUtcNow();
        var second = now.ToUnixTimeSeconds();
        if (second > SecondNeedsLock)
        {
            _used = Math.Max(0, _used - (_budget * (second - SecondNeedsLock)));
            SecondNeedsLock = second;
        }

        return now;
    }

    // Each second pays back one budget, so after this many whole seconds what is left is below the budget.
    private long UntilRoomNeedsLock(DateTimeOffset now)
    {
        var room = DateTimeOffset.FromUnixTimeSeconds(SecondNeedsLock + (_used / _budget));
        return Math.Max(1, (long)Math.Ceiling((room - now).TotalMilliseconds));
    }
}
