namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// A fixed number of slots for requests. The slot that was given back last is lent first, so that no more are used than there are requests
/// at a time; who finds none waits in line.
/// </summary>
internal sealed class SlotPool<T>
{
    private readonly Lock _gate = new();
    private readonly Stack<T> _free;
    private readonly LinkedList<TaskCompletionSource<T>> _waiting = [];

    /// <param name="slots">The first of them is lent first.</param>
    public SlotPool(IEnumerable<T> slots) => _free = new Stack<T>(slots.Reverse());

    public bool TryRent(out T slot)
    {
        lock (_gate)
        {
            return _free.TryPop(out slot!);
        }
    }

    public async ValueTask<T> RentAsync(CancellationToken cancellationToken)
    {
        var place = new LinkedListNode<TaskCompletionSource<T>>(new(TaskCreationOptions.RunContinuationsAsynchronously));
        lock (_gate)
        {
            if (_free.TryPop(out var slot))
            {
                return slot;
            }

            _waiting.AddLast(place);
        }

        await using var registration = cancellationToken.UnsafeRegister(_ => Leave(place, cancellationToken), null);
        return await place.Value.Task;
    }

    public void Return(T slot)
    {
        TaskCompletionSource<T> first;
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

    private void Leave(LinkedListNode<TaskCompletionSource<T>> place, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (place.List is null)
            {
                return;
            }

            _waiting.Remove(place);
        }

        place.Value.SetCanceled(cancellationToken);
    }
}
