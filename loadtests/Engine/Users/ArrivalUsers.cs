namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>
/// The users that send the arrivals of an open loop: a limited number, each used again. Safe for concurrent use.
/// </summary>
internal sealed class ArrivalUsers(int most, Func<SimulatedUser> create)
{
    private readonly Lock _gate = new();
    private readonly Stack<SimulatedUser> _free = [];
    private readonly TaskCompletionSource _gone = new();
    private int _created;
    private bool _closing;

    /// <summary>The highest number of users that were busy at once.</summary>
    public int MaxBusy
    {
        get
        {
            lock (_gate)
            {
                return _created;
            }
        }
    }

    /// <summary>Null when all users are busy.</summary>
    public SimulatedUser? TryTake()
    {
        lock (_gate)
        {
            if (_free.TryPop(out var user))
            {
                return user;
            }

            if (_created == most)
            {
                return null;
            }

            _created++;
        }

        return create();
    }

    public void Return(SimulatedUser user)
    {
        bool last;
        lock (_gate)
        {
            _free.Push(user);
            last = _closing && _free.Count == _created;
        }

        CompleteIf(last);
    }

    /// <summary>Completes when no user is busy. Must be called once, after the last <see cref="TryTake"/>.</summary>
    public Task Gone()
    {
        bool none;
        lock (_gate)
        {
            _closing = true;
            none = _free.Count == _created;
        }

        CompleteIf(none);
        return _gone.Task;
    }

    /// <summary>Must be called outside of the lock, because a continuation may run inside this method.</summary>
    private void CompleteIf(bool gone)
    {
        if (gone)
        {
            _gone.TrySetResult();
        }
    }
}
