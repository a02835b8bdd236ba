namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// A fixed number of slots for requests. The slot that was returned last is rented first, so that no more connections are opened
/// than the highest number of concurrent requests. A caller that finds no free slot waits in a queue.
/// </summary>
internal sealed class SlotPool(DeadlineWatch watch) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly List<RequestSlot> _all = [];
    private readonly Stack<RequestSlot> _free = [];
    private readonly Queue<TaskCompletionSource<RequestSlot?>> _waiting = [];

    /// <summary>Adds a new slot. Must be called before the first request.</summary>
    public void Add(RequestSlot slot)
    {
        _all.Add(slot);
        _free.Push(slot);
    }

    /// <inheritdoc cref="IHttpExchange.ExchangeAsync"/>
    public ValueTask<RequestOutcome> ExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<RequestOutcome>(cancellationToken);
        }

        var due = watch.DueFromNow();
        return TryRent() is { } slot
            ? slot.ExchangeAsync(request, keeper, due, cancellationToken)
            : WaitAndExchangeAsync(request, keeper, due, cancellationToken);
    }

    public void Return(RequestSlot slot)
    {
        using var scope = _gate.EnterScope();
        while (_waiting.TryDequeue(out var place))
        {
            // False for a caller that no longer waits.
            if (place.TrySetResult(slot))
            {
                return;
            }
        }

        _free.Push(slot);
    }

    public void Dispose() => _all.ForEach(slot => slot.Dispose());

    private RequestSlot? TryRent()
    {
        using var scope = _gate.EnterScope();
        return _free.TryPop(out var slot) ? slot : null;
    }

    private async ValueTask<RequestOutcome> WaitAndExchangeAsync(
        PreparedRequest request, AnswerKeeper? keeper, long due, CancellationToken cancellationToken) =>
        await RentAsync(cancellationToken) is { } slot
            ? await slot.ExchangeAsync(request, keeper, due, cancellationToken)
            : new RequestOutcome(0, RequestOutcome.TimedOut, 0);

    /// <summary>Waits for a slot; null when the request's timeout expires first.</summary>
    private async ValueTask<RequestSlot?> RentAsync(CancellationToken cancellationToken)
    {
        var place = new TaskCompletionSource<RequestSlot?>(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            if (_free.TryPop(out var slot))
            {
                return slot;
            }

            _waiting.Enqueue(place);
        }

        using var limit = watch.CreateLimit();
        await using var late = limit.Token.UnsafeRegister(_ => place.TrySetResult(null), null);
        await using var cancelled = cancellationToken.UnsafeRegister(_ => place.TrySetResult(null), null);
        var lent = await place.Task;
        if (lent is null)
        {
            cancellationToken.ThrowIfCancellationRequested();
        }

        return lent;
    }
}
