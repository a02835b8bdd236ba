namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// A fixed number of slots for requests. The slot that was returned last is rented first, so that the number of slots in use is
/// not higher than the number of requests at a time. A caller that finds no free slot waits in a queue.
/// </summary>
internal sealed class SlotPool<T>(DeadlineWatch watch)
    where T : class
{
    private readonly Lock _gate = new();
    private readonly Stack<T> _free = [];
    private readonly Queue<TaskCompletionSource<T?>> _waiting = [];

    public bool TryRent(out T slot)
    {
        lock (_gate)
        {
            return _free.TryPop(out slot!);
        }
    }

    /// <summary>Waits for a slot; null when the request's timeout expires first.</summary>
    public async ValueTask<T?> RentAsync(CancellationToken cancellationToken)
    {
        var place = new TaskCompletionSource<T?>(TaskCreationOptions.RunContinuationsAsynchronously);
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

    /// <summary>Also adds a new slot.</summary>
    public void Return(T slot)
    {
        lock (_gate)
        {
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
    }
}
