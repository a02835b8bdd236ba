namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>
/// Those who serve the arrivals of an open loop: at most so many at once, and each again and again. Safe for concurrent use.
/// </summary>
internal sealed class ArrivalUsers(int most, Func<SimulatedUser> create)
{
    private readonly Lock _gate = new();
    private readonly Stack<SimulatedUser> _free = [];
    private readonly TaskCompletionSource _gone = new();
    private int _created;
    private bool _closing;

    /// <summary>The most that were at work at once.</summary>
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

    /// <summary>Null when all are at work.</summary>
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

    /// <summary>Completes when none is at work. To be called once, after the last has been taken.</summary>
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

    /// <summary>Outside of the lock, since who waits goes on in here.</summary>
    private void CompleteIf(bool gone)
    {
        if (gone)
        {
            _gone.TrySetResult();
        }
    }
}
