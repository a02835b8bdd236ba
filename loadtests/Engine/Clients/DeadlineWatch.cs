namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// Aborts requests that take longer than a fixed time. One timer serves all: it fires at the earliest deadline of the requests in
/// progress, so that a request that completes in time needs no timer.
/// </summary>
internal sealed class DeadlineWatch : IDisposable
{
    private static readonly TimeSpan ShortestSleep = TimeSpan.FromMilliseconds(1);

    private readonly Lock _gate = new();
    private readonly HashSet<RequestSlot> _slots = [];
    private readonly TimeProvider _time;
    private readonly TimeSpan _length;
    private readonly long _allowed;
    private readonly ITimer _timer;
    private long _next = RequestSlot.Never;

    public DeadlineWatch(TimeSpan allowed, TimeProvider time)
    {
        _time = time;
        _length = allowed;
        _allowed = (long)Math.Min(long.MaxValue / 4, allowed.TotalSeconds * time.TimestampFrequency);
        _timer = time.CreateTimer(_ => Sweep(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    public void Add(RequestSlot slot)
    {
        using var scope = _gate.EnterScope();
        _slots.Add(slot);
    }

    public void Remove(RequestSlot slot)
    {
        using var scope = _gate.EnterScope();
        _slots.Remove(slot);
    }

    /// <summary>A separate timer for the rare request that must wait for a slot.</summary>
    public CancellationTokenSource CreateLimit() => new(_length, _time);

    public void Dispose() => _timer.Dispose();

    /// <summary>The deadline of a request that starts at this moment.</summary>
    internal long DueFromNow() => _time.GetTimestamp() + _allowed;

    /// <summary>
    /// Must be called after the request has stored its deadline. Then either this call sees that the timer fires too late, or the
    /// sweep sees the deadline.
    /// </summary>
    internal void Wake(long due)
    {
        if (due < Volatile.Read(ref _next))
        {
            Sweep();
        }
    }

    private void Sweep()
    {
        List<RequestSlot>? late = null;
        lock (_gate)
        {
            Volatile.Write(ref _next, RequestSlot.Never);
            Interlocked.MemoryBarrier();
            var (now, next) = (_time.GetTimestamp(), long.MaxValue);
            foreach (var slot in _slots)
            {
                if (slot.Due <= now)
                {
                    (late ??= []).Add(slot);
                }
                else
                {
                    next = Math.Min(next, slot.Due);
                }
            }

            SleepUntilNeedsLock(next, now);
        }

        late?.ForEach(slot => slot.ExpireIfDue(_time.GetTimestamp()));
    }

    private void SleepUntilNeedsLock(long next, long now)
    {
        if (next == RequestSlot.Never)
        {
            return;
        }

        Volatile.Write(ref _next, next);
        var left = _time.GetElapsedTime(now, next);
        _timer.Change(left < ShortestSleep ? ShortestSleep : left, Timeout.InfiniteTimeSpan);
    }
}
