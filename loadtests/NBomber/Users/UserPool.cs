using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.NBomber.Users;

/// <summary>
/// Hands each running iteration a user of its own, the lowest free number first. What NBomber says of an iteration's user differs
/// between versions.
/// </summary>
internal sealed class UserPool(ClosedLoopProfile profile)
{
    private readonly Lock _gate = new();
    private readonly PriorityQueue<VirtualUser, int> _free = new();
    private int _created;

    public VirtualUser Rent()
    {
        lock (_gate)
        {
            return _free.TryDequeue(out var user, out _) ? user : new VirtualUser(_created++, profile);
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
