namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// The usage counted on one processor. Its lock is held for the time of a look-up, and two threads meet at it only when one is
/// moved in between, so that it costs less than the several interlocked additions that it replaces, and nothing is lost when all
/// is taken.
/// </summary>
internal sealed class UsageStripe
{
    /// <summary>What comes beyond so many rows between two flushes is counted under <see cref="UsageNames.Other"/>.</summary>
    public const int MostRows = 20_000;

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
    /// All that was counted since the last call. Whoever counts meanwhile waits for no more than an assignment.
    /// </summary>
    public Dictionary<UsageKey, UsageFigures> Take()
    {
        // As large as before: an enlargement under the lock would hold up a request.
        var empty = new Dictionary<UsageKey, UsageFigures>(Volatile.Read(ref _rows).Count);
        lock (_gate)
        {
            (var taken, _rows) = (_rows, empty);
            return taken;
        }
    }

    private UsageFigures AddNeedsLock(UsageKey key)
    {
        key = _rows.Count < MostRows ? key : key with { Key = UsageNames.Other };
        if (!_rows.TryGetValue(key, out var row))
        {
            _rows[key] = row = new UsageFigures();
        }

        return row;
    }
}
