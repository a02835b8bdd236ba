using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadTests.NBomber.Users;

/// <summary>
/// Hands each running iteration a user of its own, the lowest free number first. What NBomber says of an iteration's user differs
/// between versions.
/// </summary>
internal sealed class UserPool(ClosedLoopProfile profile, RunPhase phase)
{
    private readonly Lock _gate = new();
    private readonly PriorityQueue<VirtualUser, int> _free = new();
    private int _created;

    /// <summary>Users in the middle of an iteration.</summary>
    public int Active
    {
        get
        {
            lock (_gate)
            {
                return _created - _free.Count;
            }
        }
    }

    public VirtualUser Rent()
    {
        lock (_gate)
        {
            return _free.TryDequeue(out var user, out _) ? user : new VirtualUser(_created++, profile, phase);
        }
    }

    public void Return(VirtualUser user)
    {
        lock (_gate)
        {
            _free.Enqueue(user, user.Number);
        }
    }
}
