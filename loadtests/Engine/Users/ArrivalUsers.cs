namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>A bounded pool of users, which send the arrivals of an open loop and are reused. Safe for concurrent use.</summary>
internal sealed class ArrivalUsers(int maxUsers, Func<SimulatedUser> create)
{
    private readonly Lock _gate = new();
    private readonly Stack<SimulatedUser> _free = [];
    private readonly TaskCompletionSource _allFree = new();
    private int _created;
    private bool _closing;

    /// <summary>
    /// The highest number of users that were busy at once: a user is created only while all others are busy, so this is the
    /// number created.
    /// </summary>
    public int MaxBusy => Volatile.Read(ref _created);

    /// <summary>Null when all users are busy.</summary>
    public SimulatedUser? TryTake()
    {
        lock (_gate)
        {
            if (_free.TryPop(out var user))
            {
                return user;
            }

            if (_created == maxUsers)
            {
                return null;
            }

            _created++;
        }

        return create();
    }

    public void Return(SimulatedUser user)
    {
        lock (_gate)
        {
            _free.Push(user);
            if (!_closing || _free.Count < _created)
            {
                return;
            }
        }

        // Outside of the lock, because a continuation may run inside this call.
        _allFree.TrySetResult();
    }

    /// <summary>Completes when no user is busy. Must be called once, after the last <see cref="TryTake"/>.</summary>
    public Task WaitUntilFreeAsync()
    {
        using var scope = _gate.EnterScope();
        _closing = true;
        if (_free.Count == _created)
        {
            // Nothing waits for it yet, so no continuation runs under the lock.
            _allFree.TrySetResult();
        }

        return _allFree.Task;
    }
}
