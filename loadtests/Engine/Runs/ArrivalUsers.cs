namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Those who serve the arrivals of an open loop: at most so many at once, and each again and again. Safe for concurrent use.</summary>
internal sealed class ArrivalUsers(int most, Func<SimulatedUser> create)
{
    private readonly Lock _gate = new();
    private readonly Stack<SimulatedUser> _free = [];
    private readonly TaskCompletionSource _gone = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _created;
    private bool _closing;

    /// <summary>The most that were at work at once.</summary>
    public int MostAtWork
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
        lock (_gate)
        {
            _free.Push(user);
            CompleteIfGoneNeedsLock();
        }
    }

    /// <summary>Completes when none is at work. To be called once, after the last has been taken.</summary>
    public Task Gone()
    {
        lock (_gate)
        {
            _closing = true;
            CompleteIfGoneNeedsLock();
        }

        return _gone.Task;
    }

    private void CompleteIfGoneNeedsLock()
    {
        if (_closing && _free.Count == _created)
        {
            _gone.TrySetResult();
        }
    }
}
