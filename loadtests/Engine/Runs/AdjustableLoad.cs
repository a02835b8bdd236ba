using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// A closed loop that runs until it is cancelled. Its number of users can be changed while it runs. Its memory does not grow
/// with time.
/// </summary>
/// <param name="profile">
/// Think time, round trip, seed and traced fraction of the users. Its steps and its warm-up are not used.
/// </param>
public sealed class AdjustableLoad(ClosedLoopProfile profile, UserAction action, TimeProvider time)
{
    private readonly Lock _gate = new();
    private TaskCompletionSource _changed = new();
    private int _users;

    /// <summary>As <see cref="ClosedLoopRunner.Observe"/>.</summary>
    public Action<RequestObservation>? Observe { get; init; }

    /// <summary>The number set last. Users who leave finish the request in flight.</summary>
    public int Users => Volatile.Read(ref _users);

    /// <summary>
    /// Takes effect at once, or when the load starts. Thread-safe. Users who join together start within one cycle of a user, so
    /// that they are not in phase; the last users to join are the first to leave.
    /// </summary>
    public void SetUsers(int users)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(users);
        Volatile.Write(ref _users, users);
        SignalChange();
    }

    /// <summary>
    /// Returns when <paramref name="cancellationToken"/> is cancelled and the requests in flight have been cut off. Must be
    /// called only once.
    /// </summary>
    public async Task RunAsync(RunMonitor monitor, CancellationToken cancellationToken)
    {
        var clock = new RunClock(time);
        var recorder = new RunRecorder(clock, [], GeneratorThresholds.Default.LatenessP99);
        monitor.Show(RunPhase.Measuring, recorder);
        using var cutOff = new CancellationTokenSource();
        await using var interruption = cancellationToken.UnsafeRegister(_ => SignalChange(), null);
        var users = new AdjustableUsers(number => CreateUser(number, clock, recorder), clock, profile.StartSpread, cutOff.Token);

        await AdjustAsync(users, cancellationToken);
        recorder.Interrupt();
        await cutOff.CancelAsync();
        await users.Gone;

        // The last user may have ended on a thread of the client that other connections use.
        await Task.Yield();
        monitor.Show(RunPhase.Finished, recorder);
    }

    /// <summary>Makes all changes in one loop, whichever thread requests them.</summary>
    private async Task AdjustAsync(AdjustableUsers users, CancellationToken cancellationToken)
    {
        for (var change = NextChange(); !cancellationToken.IsCancellationRequested; change = NextChange())
        {
            users.Adjust(Users);
            await change;
        }
    }

    /// <summary>
    /// Completes with the next signal. Call it before the state is read, so that no change is missed.
    /// </summary>
    private Task NextChange()
    {
        lock (_gate)
        {
            return _changed.Task;
        }
    }

    private void SignalChange()
    {
        TaskCompletionSource changed;
        lock (_gate)
        {
            (changed, _changed) = (_changed, new TaskCompletionSource());
        }

        changed.SetResult();
    }

    private AdjustableUser CreateUser(int number, RunClock clock, RunRecorder recorder)
    {
        var user = new SimulatedUser(number, RunPhase.Measuring, profile.Behavior, action, clock, recorder) { Observe = Observe };
        return new AdjustableUser(user, clock, recorder);
    }
}
