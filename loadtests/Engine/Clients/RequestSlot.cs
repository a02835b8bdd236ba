namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// A connection or a stream that carries one request after another, each with a deadline and a cancellation token. Use it for
/// one request at a time. Consecutive requests with the same token share one registration.
/// </summary>
/// <param name="slots">The pool to return to after a request.</param>
internal abstract class RequestSlot(SlotPool slots, DeadlineWatch watch) : IDisposable
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

    /// <summary>As <see cref="IHttpExchange.ExchangeAsync"/>, with the slot to itself.</summary>
    /// <param name="due">The deadline of the request, as a timestamp of the watch's clock.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<RequestOutcome> ExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, long due, CancellationToken cancellationToken)
    {
        Begin(due, cancellationToken);
        RequestOutcome outcome;
        try
        {
            outcome = await AskAsync(request, keeper);
        }
        catch (Exception exception) when (FailureReason.IsNetworkError(exception))
        {
            Reset();
            outcome = new RequestOutcome(0, FailureReason.FromException(exception), 0);
        }

        var end = End();
        if (end is Expired or Cancelled)
        {
            Reset();
        }

        slots.Return(this);
        return end switch
        {
            Cancelled => throw new OperationCanceledException(cancellationToken),
            Expired => new RequestOutcome(0, RequestOutcome.TimedOut, 0),
            _ => outcome,
        };
    }

    public virtual void Dispose()
    {
        _registration.Dispose();
        watch.Remove(this);
    }

    /// <summary>Aborts the current request if it is late.</summary>
    internal void ExpireIfDue(long now) => BreakOff(now, Expired);

    protected abstract ValueTask<RequestOutcome> AskAsync(PreparedRequest request, AnswerKeeper? keeper);

    /// <summary>Makes the pending operation fail soon. Called once for a late or cancelled request, from any thread.</summary>
    protected abstract void Abort();

    /// <summary>Makes the slot usable again after a request that failed, was late or was cancelled.</summary>
    protected abstract void Reset();

    private void Begin(long due, CancellationToken cancellationToken)
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
            _registration = cancellationToken.UnsafeRegister(static slot => ((RequestSlot)slot!).Cancel(), this);
        }

        Interlocked.Exchange(ref _due, due);
        watch.Wake(due);
        if (cancellationToken.IsCancellationRequested)
        {
            Cancel();
        }
    }

    /// <summary>The deadline of the current request, or how it was aborted.</summary>
    private long End()
    {
        var due = Interlocked.Exchange(ref _due, Never);
        if (due < Cancelled)
        {
            return due;
        }

        // The lock waits until the thread that set this state has left Abort, so that the next request is not aborted.
        using var scope = _breaking.EnterScope();
        return due;
    }

    private void Cancel() => BreakOff(Cancelled - 1, Cancelled);

    private void BreakOff(long dueBy, long how)
    {
        using var scope = _breaking.EnterScope();
        var due = Volatile.Read(ref _due);
        if (due <= dueBy && Interlocked.CompareExchange(ref _due, how, due) == due)
        {
            Abort();
        }
    }
}
