using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>The users of an adjustable load, present and absent. Not safe for concurrent use.</summary>
/// <param name="create">Creates the user with a number, from 0.</param>
/// <param name="spread">The time over which users who join together start, so that they are not in phase.</param>
/// <param name="cutOff">Ends everything at once, requests in flight included.</param>
internal sealed class AdjustableUsers(Func<int, AdjustableUser> create, RunClock clock, TimeSpan spread, CancellationToken cutOff)
{
    private readonly List<AdjustableUser> _users = [];
    private int _present;

    /// <summary>Completes when all users have left.</summary>
    public Task Gone => Task.WhenAll(_users.Select(user => user.Gone));

    /// <summary>The last users to join are the first to leave.</summary>
    public void Adjust(int wanted)
    {
        for (var user = wanted; user < _present; user++)
        {
            _users[user].Leave();
        }

        var now = clock.Elapsed;
        for (var user = _present; user < wanted; user++)
        {
            var share = (double)(user - _present) / (wanted - _present);
            Find(user).Join(now + (spread * share), cutOff);
        }

        _present = wanted;
    }

    private AdjustableUser Find(int number)
    {
        if (number == _users.Count)
        {
            _users.Add(create(number));
        }

        return _users[number];
    }
}
