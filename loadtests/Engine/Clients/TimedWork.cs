namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// Something that is done again and again, each time under a deadline and until a caller cancels: a connection, a stream. To be used for
/// one request at a time. The caller's token is registered with once for all the requests that come with the same one.
/// </summary>
internal abstract class TimedWork(DeadlineWatch watch)
{
    /// <summary>Nothing is under way.</summary>
    internal const long Never = long.MaxValue;

    private const long Expired = Never - 1;
    private const long Cancelled = Never - 2;

    private long _due = Never;
    private CancellationToken _token;
    private CancellationTokenRegistration _registration;

    internal long Due => Volatile.Read(ref _due) is var due and < Cancelled ? due : Never;

    /// <summary>Breaks off what is under way; called once for a request that is late or cancelled, from any thread.</summary>
    internal abstract void Abort();

    /// <summary>Gives up the request in hand if it is due.</summary>
    internal bool TryExpire(long now)
    {
        var due = Volatile.Read(ref _due);
        return due <= now && Interlocked.CompareExchange(ref _due, Expired, due) == due;
    }

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
        watch.Wake();
        if (cancellationToken.IsCancellationRequested)
        {
            Cancel();
        }
    }

    /// <summary>Ends the request in hand, however it went, and says whether it had been broken off.</summary>
    protected WorkEnd EndWork() => Interlocked.Exchange(ref _due, Never) switch
    {
        Expired => WorkEnd.Expired,
        Cancelled => WorkEnd.Cancelled,
        _ => WorkEnd.InTime,
    };

    /// <summary>To be called before the first request.</summary>
    protected void Watch() => watch.Add(this);

    protected void Forget()
    {
        _registration.Dispose();
        watch.Remove(this);
    }

    private void Cancel()
    {
        var due = Volatile.Read(ref _due);
        if (due < Cancelled && Interlocked.CompareExchange(ref _due, Cancelled, due) == due)
        {
            Abort();
        }
    }
}
