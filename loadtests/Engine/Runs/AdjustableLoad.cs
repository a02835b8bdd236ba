using System.Threading.Channels;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>A closed loop that runs until it is cancelled. Users can be added and removed; memory does not grow.</summary>
/// <param name="profile">Think time, round trip, seed and traced fraction. Its steps and its warm-up are not used.</param>
public sealed class AdjustableLoad(ClosedLoopProfile profile, UserAction action, TimeProvider time)
{
    /// <summary>Signals a change of the users. One signal is enough for several changes, because the last one counts.</summary>
    private readonly Channel<int> _changes = Channel.CreateBounded<int>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite, AllowSynchronousContinuations = true });

    private volatile int _users;

    /// <summary>As <see cref="LoadRunner.Observe"/>.</summary>
    public Action<RequestObservation>? Observe { get; init; }

    /// <summary>The number set last. Users who leave finish the request in flight.</summary>
    public int Users => _users;

    /// <summary>
    /// Takes effect at once, or when the load starts. Thread-safe. Users who join together start within one cycle of a user, so
    /// that they are not in phase; the last users to join are the first to leave.
    /// </summary>
    public void SetUsers(int users)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(users);
        _users = users;
        _changes.Writer.TryWrite(users);
    }

    /// <summary>Returns when it is cancelled and the requests in flight have been cut off. Must be called only once.</summary>
    public async Task RunAsync(RunMonitor monitor, CancellationToken cancellationToken)
    {
        var clock = new RunClock(time);
        var recorder = new RunRecorder(clock, [], GeneratorThresholds.LatenessP99);
        monitor.Show(RunPhase.Measuring, recorder);
        using var cutOff = new CancellationTokenSource();
        await using var interruption = cancellationToken.UnsafeRegister(_ => _changes.Writer.TryComplete(), null);
        var users = new AdjustableUsers(number => CreateUser(number, clock, recorder), clock, profile.StartSpread, cutOff.Token);

        // One loop makes all changes, whichever thread requests them.
        await foreach (var _ in _changes.Reader.ReadAllAsync(CancellationToken.None))
        {
            if (!cancellationToken.IsCancellationRequested)
            {
                users.Adjust(Users);
            }
        }

        recorder.Interrupt();
        await cutOff.CancelAsync();
        await users.Gone;

        // The last user may have ended on a thread of the client that other connections use.
        await Task.Yield();
        monitor.Show(RunPhase.Finished, recorder);
    }

    private AdjustableUser CreateUser(int number, RunClock clock, RunRecorder recorder)
    {
        var user = new SimulatedUser(number, RunPhase.Measuring, profile.Behavior, action, clock, recorder) { Observe = Observe };
        return new AdjustableUser(user, clock, recorder);
    }
}
