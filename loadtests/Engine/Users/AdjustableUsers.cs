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
            if (user == _users.Count)
            {
                _users.Add(create(user));
            }

            var share = (double)(user - _present) / (wanted - _present);
            _users[user].Join(now + (spread * share), cutOff);
        }

        _present = wanted;
    }
}

/// <summary>
/// A user who joins and leaves on request. After <see cref="Leave"/> the request in flight finishes. The next stay begins after
/// it, and continues the user's random streams. Not safe for concurrent use.
/// </summary>
internal sealed class AdjustableUser(SimulatedUser user, RunClock clock, RunRecorder recorder)
{
    private CancellationTokenSource? _leave;

    /// <summary>Completes when no stay is in progress.</summary>
    public Task Gone { get; private set; } = Task.CompletedTask;

    /// <param name="first">The scheduled moment of the first request.</param>
    /// <param name="cutOff">Ends everything at once, requests in flight included.</param>
    public void Join(TimeSpan first, CancellationToken cutOff)
    {
        _leave = CancellationTokenSource.CreateLinkedTokenSource(cutOff);
        Gone = StayAsync(Gone, first, _leave, cutOff);
    }

    /// <summary>Must be called once for each stay.</summary>
    public void Leave() => _leave!.Cancel();

    private async Task StayAsync(Task before, TimeSpan first, CancellationTokenSource leave, CancellationToken cutOff)
    {
        using var _ = leave;
        await before;
        if (await clock.WaitUntilAsync(first, leave.Token))
        {
            recorder.UserJoined();
            TimeSpan? scheduled = clock.Elapsed;
            while (scheduled is { } moment && await clock.WaitUntilAsync(moment, leave.Token))
            {
                scheduled = await user.AskAsync(moment, cutOff) is { } answered ? user.NextAfter(moment, answered) : null;
            }

            recorder.UserLeft();
        }
    }
}
