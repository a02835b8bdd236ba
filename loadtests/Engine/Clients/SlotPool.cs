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
    private readonly LinkedList<TaskCompletionSource<T?>> _waiting = [];

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
        var place = new LinkedListNode<TaskCompletionSource<T?>>(new(TaskCreationOptions.RunContinuationsAsynchronously));
        lock (_gate)
        {
            if (_free.TryPop(out var slot))
            {
                return slot;
            }

            _waiting.AddLast(place);
        }

        using var limit = watch.CreateLimit();
        await using var late = limit.Token.UnsafeRegister(_ => Leave(place), null);
        await using var cancelled = cancellationToken.UnsafeRegister(_ => Leave(place), null);
        var lent = await place.Value.Task;
        if (lent is null)
        {
            cancellationToken.ThrowIfCancellationRequested();
        }

        return lent;
    }

    /// <summary>Also adds a new slot.</summary>
    public void Return(T slot)
    {
        TaskCompletionSource<T?> first;
        lock (_gate)
        {
            if (_waiting.First is not { } place)
            {
                _free.Push(slot);
                return;
            }

            _waiting.Remove(place);
            first = place.Value;
        }

        first.SetResult(slot);
    }

    private void Leave(LinkedListNode<TaskCompletionSource<T?>> place)
    {
        lock (_gate)
        {
            if (place.List is null)
            {
                return;
            }

            _waiting.Remove(place);
        }

        place.Value.SetResult(null);
    }
}
