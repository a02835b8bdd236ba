namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// One phase of a load that another engine schedules. Users, requests and figures follow the rules of this engine, but a request
/// counts from its actual start, since the moment at which it was due is not known. Times count from the first request.
/// </summary>
/// <param name="steps">Users by time; one step without users for an open loop.</param>
/// <param name="eachUserOnce">A user who has left is not used again.</param>
public sealed class ExternalLoad(
    RunPhase phase, LoadProfile profile, IReadOnlyList<LoadStep> steps, bool eachUserOnce, UserAction action, RunMonitor monitor,
    TimeProvider time) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly PriorityQueue<ExternalUser, int> _free = new();
    private readonly CancellationTokenSource _end = new(Timeout.InfiniteTimeSpan, time);
    private (RunClock Clock, RunRecorder Recorder)? _run;
    private int _created;

    /// <summary>Called when the first request starts.</summary>
    public Action Started { get; init; } = () => { };

    /// <inheritdoc cref="LoadRunner.Observe"/>
    public Action<RequestObservation>? Observe { get; init; }

    /// <summary>Gives an iteration a user: the one with the lowest number that is free.</summary>
    public ExternalUser Join()
    {
        using var scope = _gate.EnterScope();
        var (clock, recorder) = _run ??= StartNeedsLock();
        recorder.UserJoined();
        return _free.TryDequeue(out var user, out _)
            ? user
            : new ExternalUser(_created++, phase, profile.Behavior, action, clock, recorder, Observe, _end.Token);
    }

    public void Leave(ExternalUser user)
    {
        using var scope = _gate.EnterScope();
        _run!.Value.Recorder.UserLeft();
        if (!eachUserOnce)
        {
            _free.Enqueue(user, user.Number);
        }
    }

    /// <summary>Ends the load at once, requests in flight included.</summary>
    public void Interrupt()
    {
        lock (_gate)
        {
            (_run ??= StartNeedsLock()).Recorder.Interrupt();
        }

        _end.Cancel();
    }

    /// <summary>The figures of this engine's recorder. Lateness is always zero. Call it once, when all users have left.</summary>
    public LoadResult Finish(bool interrupted)
    {
        if (interrupted)
        {
            Interrupt();
        }

        using var scope = _gate.EnterScope();
        var (clock, recorder) = _run ?? throw new InvalidOperationException("The load had no request and was not interrupted.");
        monitor.Show(RunPhase.Finished, recorder);
        return LoadResult.FromRecorder(recorder, clock.StartedAt, interrupted);
    }

    public void Dispose() => _end.Dispose();

    private (RunClock Clock, RunRecorder Recorder) StartNeedsLock()
    {
        var clock = new RunClock(time);
        var recorder = new RunRecorder(
            clock, [.. steps.Select(step => new PlannedStep(step.Duration, step.Users))], TimeSpan.MaxValue);
        monitor.Show(phase, recorder);
        _end.CancelAfter(recorder.End + profile.Grace);
        Started();
        return (clock, recorder);
    }
}

/// <summary>A user of an <see cref="ExternalLoad"/>. Use it for one iteration at a time.</summary>
public sealed class ExternalUser
{
    private readonly RunClock _clock;
    private readonly CancellationToken _end;
    private readonly SimulatedUser _user;
    private RequestOutcome? _outcome;
    private TimeSpan _asked;

    internal ExternalUser(
        int number, RunPhase phase, UserBehavior behavior, UserAction action, RunClock clock, RunRecorder recorder,
        Action<RequestObservation>? observe, CancellationToken end)
    {
        (Number, _clock, _end) = (number, clock, end);
        _user = new SimulatedUser(number, phase, behavior, action, clock, recorder)
        {
            Observe = request =>
            {
                _outcome = request.Outcome;
                observe?.Invoke(request);
            },
        };
    }

    internal int Number { get; }

    /// <summary>Makes one request with its simulated round trip. Null if the end came first.</summary>
    public async Task<RequestOutcome?> AskAsync()
    {
        (_outcome, _asked) = (null, _clock.Elapsed);
        await _user.AskAsync(_asked, _end);
        return _outcome;
    }

    /// <summary>Waits for the think time, or until the end.</summary>
    public async Task RestAsync() => await _clock.WaitUntilAsync(_user.NextAfter(_asked, _clock.Elapsed), _end);
}
