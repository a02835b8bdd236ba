namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// The usage counted on one processor. Safe for concurrent use. Its lock is held only for a lookup and the additions. Threads
/// that count contend for it only if one is moved to another processor in between. Therefore the lock costs less than the
/// interlocked additions that it replaces. The lock also ensures that <see cref="Take"/> loses no count.
/// </summary>
internal sealed class UsageStripe
{
    /// <summary>
    /// The limit on the number of rows between two flushes. When it is reached, requests that need a new row are counted with the
    /// key <see cref="UsageNames.Other"/>.
    /// </summary>
    public const int MaxRows = 20_000;

    private readonly Lock _gate = new();
    private Dictionary<UsageKey, UsageFigures> _rows = [];

    public void Count(UsageKey key, long bytesIn, long bytesOut, long microseconds)
    {
        lock (_gate)
        {
            if (!_rows.TryGetValue(key, out var row))
            {
                row = AddNeedsLock(key);
            }

            row.Count(bytesIn, bytesOut, microseconds);
        }
    }

    /// <summary>
    /// Removes and returns the usage counted since the last call. A concurrent call to <see cref="Count"/> waits only for the
    /// assignments.
    /// </summary>
    public Dictionary<UsageKey, UsageFigures> Take()
    {
        // Has capacity for as many rows as before, because a resize under the lock would delay a request.
        var empty = new Dictionary<UsageKey, UsageFigures>(Volatile.Read(ref _rows).Count);
        lock (_gate)
        {
            (var taken, _rows) = (_rows, empty);
            return taken;
        }
    }

    private UsageFigures AddNeedsLock(UsageKey key)
    {
        key = _rows.Count < MaxRows ? key : key with { Key = UsageNames.Other };
        if (!_rows.TryGetValue(key, out var row))
        {
            _rows[key] = row = new UsageFigures();
        }

        return row;
    }
}
