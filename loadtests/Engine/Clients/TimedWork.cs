namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// Something that is done again and again, each time under a deadline and until a caller cancels: a connection, a stream. To be
/// used for one request at a time. The caller's token is registered with once for all the requests that come with the same one.
/// </summary>
internal abstract class TimedWork(DeadlineWatch watch)
{
    /// <summary>Nothing is under way.</summary>
    internal const long Never = long.MaxValue;

    private const long Expired = Never - 1;
    private const long Cancelled = Never - 2;

    private readonly Lock _breaking = new();
    private long _due = Never;
    private CancellationToken _token;
    private CancellationTokenRegistration _registration;

    internal long Due => Volatile.Read(ref _due) is var due and < Cancelled ? due : Never;

    /// <summary>
    /// Whether the request in hand is late or cancelled. What is begun before this is looked at will be aborted.
    /// </summary>
    protected bool IsBrokenOff => Interlocked.Read(ref _due) is Expired or Cancelled;

    /// <summary>
    /// Makes what is under way fail soon; called once for a request that is late or cancelled, from any thread.
    /// </summary>
    protected abstract void Abort();

    /// <summary>Breaks off the request in hand if it is late.</summary>
    internal void ExpireIfDue(long now) => BreakOff(now, Expired);

    /// <param name="due">When the request is late, by the watch's clock.</param>
    protected void BeginWork(long due, CancellationToken cancellationToken)
    {
        if (_token != cancellationToken)
        {
            _registration.Dispose();
            _token = cancellationToken;
            _registration = cancellationToken.UnsafeRegister(static work => ((TimedWork)work!).Cancel(), this);
        }

        Interlocked.Exchange(ref _due, due);
        watch.Wake(due);
        if (cancellationToken.IsCancellationRequested)
        {
            Cancel();
        }
    }

    /// <summary>Ends the request in hand, however it went, and says whether it had been broken off.</summary>
    protected WorkEnd EndWork()
    {
        var due = Interlocked.Exchange(ref _due, Never);
        if (due < Cancelled)
        {
            return WorkEnd.InTime;
        }

        lock (_breaking)
        {
            // The caller that cancelled it is done by now: the next request is not cancelled.
            return due == Expired ? WorkEnd.Expired : WorkEnd.Cancelled;
        }
    }

    /// <summary>To be called before the first request.</summary>
    protected void Watch() => watch.Add(this);

    protected void Forget()
    {
        _registration.Dispose();
        watch.Remove(this);
    }

    private void Cancel() => BreakOff(Cancelled - 1, Cancelled);

    private void BreakOff(long dueBy, long how)
    {
        lock (_breaking)
        {
            var due = Volatile.Read(ref _due);
            if (due <= dueBy && Interlocked.CompareExchange(ref _due, how, due) == due)
            {
                Abort();
            }
        }
    }
}
