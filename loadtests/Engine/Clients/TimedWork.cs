using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// A connection or a stream that carries one request after another, each with a deadline and a cancellation token. Use it for
/// one request at a time. Consecutive requests with the same token share one registration.
/// </summary>
internal abstract class TimedWork(DeadlineWatch watch)
{
    /// <summary>No request is in progress.</summary>
    internal const long Never = long.MaxValue;

    private const long Expired = Never - 1;
    private const long Cancelled = Never - 2;

    private readonly Lock _breaking = new();
    private long _due = Never;
    private CancellationToken _token;
    private CancellationTokenRegistration _registration;
    private bool _watched;

    internal long Due => Volatile.Read(ref _due) is var due and < Cancelled ? due : Never;

    /// <summary>
    /// Whether the current request is late or cancelled. Check it after starting anything that <see cref="Abort"/> must end: if
    /// it is false, an abort that comes later ends that as well.
    /// </summary>
    protected bool IsAborted => Interlocked.Read(ref _due) is Expired or Cancelled;

    /// <summary>Makes the pending operation fail soon. Called once for a late or cancelled request, from any thread.</summary>
    protected abstract void Abort();

    /// <summary>Aborts the current request if it is late.</summary>
    internal void ExpireIfDue(long now) => BreakOff(now, Expired);

    /// <param name="due">The deadline of the request, as a timestamp of the watch's clock.</param>
    protected void BeginWork(long due, CancellationToken cancellationToken)
    {
        if (!_watched)
        {
            watch.Add(this);
            _watched = true;
        }

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

    /// <summary>Ends the current request and returns whether it expired or was cancelled.</summary>
    protected WorkEnd EndWork()
    {
        var due = Interlocked.Exchange(ref _due, Never);
        if (due < Cancelled)
        {
            return WorkEnd.InTime;
        }

        lock (_breaking)
        {
            // The lock waits until the thread that set this state has left Abort, so that the next request is not aborted.
            return due == Expired ? WorkEnd.Expired : WorkEnd.Cancelled;
        }
    }

    /// <summary>A time-out if the request expired, otherwise the given outcome. Throws if the request was cancelled.</summary>
    public static RequestOutcome ToOutcome(WorkEnd end, RequestOutcome outcome, CancellationToken cancellationToken) => end switch
    {
        WorkEnd.Cancelled => throw new OperationCanceledException(cancellationToken),
        WorkEnd.Expired => new RequestOutcome(0, RequestOutcome.TimedOut, 0),
        _ => outcome,
    };

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

/// <summary>How a request with a deadline ended.</summary>
internal enum WorkEnd
{
    /// <summary>It ended before the deadline, with success or failure.</summary>
    InTime,
    Expired,
    Cancelled,
}
