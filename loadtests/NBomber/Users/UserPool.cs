using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.NBomber.Users;

/// <summary>
/// Gives each running iteration a user, the lowest free number first. NBomber's data about the user of an iteration is not used,
/// because it differs between versions.
/// </summary>
/// <param name="eachOnce">A returned user is not used again.</param>
internal sealed class UserPool(UserBehavior behavior, RunPhase phase, bool eachOnce)
{
    private readonly Lock _gate = new();
    private readonly PriorityQueue<SeededUser, int> _free = new();
    private int _created;
    private int _active;

    /// <summary>The number of users in an iteration.</summary>
    public int Active => Volatile.Read(ref _active);

    public SeededUser Rent()
    {
        lock (_gate)
        {
            _active++;
            return _free.TryDequeue(out var user, out _) ? user : new SeededUser(_created++, behavior, phase);
        }
    }

    public void Return(SeededUser user)
    {
        lock (_gate)
        {
            _active--;
            if (!eachOnce)
            {
                _free.Enqueue(user, user.Number);
            }
        }
    }
}
