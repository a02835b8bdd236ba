namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>
/// Records the requests of one phase. All users share one lock, which is held briefly. Each call first closes the seconds and
/// steps that are over, so no timer is needed and every sample is recorded in its own second and step.
/// </summary>
/// <param name="steps">Empty for a load without a planned end. Its seconds are not kept, so that memory does not grow.</param>
/// <param name="lateTolerance">A request that is sent later than this after it was due is counted as late.</param>
/// <param name="requests">As <see cref="LoadProfile.Requests"/>.</param>
internal sealed class RunRecorder(
    RunClock clock, IReadOnlyList<PlannedStep> steps, TimeSpan lateTolerance, int? requests = null)
{
    private readonly Lock _gate = new();
    private readonly SecondSeries _seconds = new(keepsClosed: steps.Count > 0);
    private readonly TaskCompletionSource _complete = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly StepSeries _steps =
        new(requests is null ? steps : [.. steps.Select(step => step with { Duration = TimeSpan.MaxValue })]);
    private readonly TimeSpan _planned =
        steps.Count > 0 && requests is null ? PlannedStep.Total(steps) : Timeout.InfiniteTimeSpan;
    private TimeSpan _end = steps.Count > 0 && requests is null ? PlannedStep.Total(steps) : TimeSpan.MaxValue;
    private int _users;
    private int _inFlight;
    private bool _interrupted;
    private PhaseState? _stateAtEnd;
    private TimeSpan _nextRoll;

    /// <summary>Must be read only when all users have left.</summary>
    public RunTotals Totals { get; } = new();

    /// <summary>The time since the phase started, also after its end.</summary>
    public TimeSpan Elapsed => clock.Elapsed;

    /// <summary>Completes when the number of requests has ended, or the run was interrupted; never without a number.</summary>
    public Task Completed => _complete.Task;

    /// <summary>The planned end, or the moment at which the number of requests had ended, or the run was interrupted.</summary>
    public TimeSpan End
    {
        get
        {
            using var scope = _gate.EnterScope();
            return _end;
        }
    }

    private PhaseState StateNeedsLock => new(_users, _inFlight, Totals.Sent);

    private bool AllSentNeedsLock => Totals.Sent + Totals.Dropped >= requests;

    public void UserJoined() => ChangeUsers(1);

    public void UserLeft() => ChangeUsers(-1);

    /// <summary>
    /// False when the request must not be sent: the end has passed, and it is counted as cut off; or all requests were sent.
    /// </summary>
    public bool TrySend(TimeSpan due, out TimeSpan sent)
    {
        sent = clock.Elapsed;
        using var scope = _gate.EnterScope();
        RollNeedsLock(sent);
        if (AllSentNeedsLock)
        {
            return false;
        }

        if (sent >= _end)
        {
            Totals.CutOff++;
            return false;
        }

        Totals.AddSent(sent - due, lateTolerance);
        _inFlight++;
        return true;
    }

    /// <summary>Records that the response has arrived. The user has it after <paramref name="wayBack"/>.</summary>
    public RequestTiming Answered(TimeSpan scheduled, TimeSpan due, TimeSpan sent, TimeSpan wayBack)
    {
        var now = clock.Elapsed;
        using var scope = _gate.EnterScope();
        RollNeedsLock(now);
        _inFlight--;
        return new RequestTiming { Scheduled = scheduled, Due = due, Sent = sent, Answered = now, Done = now + wayBack };
    }

    /// <summary>
    /// Counts a completed request, also one whose response came after the planned end: to leave out the slowest requests would
    /// make every percentile better than it is. False when the run was interrupted before: the request is counted as cut off.
    /// </summary>
    public bool TryRecord(RequestTiming timing, RequestOutcome outcome)
    {
        using var scope = _gate.EnterScope();
        RollNeedsLock(timing.Done);
        return TryRecordNeedsLock(timing, outcome);
    }

    /// <summary>Combines <see cref="Answered"/> and <see cref="TryRecord"/>, for a request without a way back.</summary>
    public bool TryRecordAnswered(
        TimeSpan scheduled, TimeSpan due, TimeSpan sent, RequestOutcome outcome, out RequestTiming timing)
    {
        var now = clock.Elapsed;
        timing = new RequestTiming { Scheduled = scheduled, Due = due, Sent = sent, Answered = now, Done = now };
        using var scope = _gate.EnterScope();
        RollNeedsLock(now);
        _inFlight--;
        return TryRecordNeedsLock(timing, outcome);
    }

    /// <summary>Counts one call of an iteration from a moment until now, unless the run was interrupted before.</summary>
    public void RecordCall(string name, TimeSpan from, RequestEnd end)
    {
        var now = clock.Elapsed;
        using var scope = _gate.EnterScope();
        RollNeedsLock(now);
        if (!_interrupted || now <= _end)
        {
            Totals.AddCall(name, now - from, end);
            if (now < _end)
            {
                _seconds.RecordCall(end);
            }
        }
    }

    /// <summary>Counts a call without a response when the grace period is over, but not when the run was interrupted.</summary>
    public void RecordUnansweredCall(string name, TimeSpan from)
    {
        var waited = clock.Elapsed - from;
        using var scope = _gate.EnterScope();
        if (!_interrupted)
        {
            Totals.AddCall(name, waited, RequestEnd.Unfinished);
        }
    }

    /// <summary>Counts a request that was never sent, unless all were.</summary>
    public void RecordCutOff()
    {
        using var scope = _gate.EnterScope();
        Totals.CutOff += AllSentNeedsLock ? 0 : 1;
    }

    /// <summary>Counts a sent request without a response at the end of the grace period or at an interruption.</summary>
    public void RecordUnanswered(TimeSpan scheduled, bool isPausing)
    {
        var waited = clock.Elapsed - scheduled;
        using var scope = _gate.EnterScope();
        if (_interrupted || isPausing)
        {
            // The client did not wait for it, so the missing response says nothing about the server.
            Totals.CutOff++;
        }
        else
        {
            Totals.AddUnanswered(waited);
            RecordAfterEndNeedsLock(scheduled, (long)waited.TotalMicroseconds, RequestEnd.Unfinished);
        }
    }

    /// <summary>Counts an arrival that was never sent, because too many requests were in flight.</summary>
    public void RecordDropped()
    {
        var now = clock.Elapsed;
        using var scope = _gate.EnterScope();
        RollNeedsLock(now);
        Totals.Latency.RecordDropped();
        (now < _end ? _seconds.Current : _seconds.AfterEnd).RecordDropped();
        _steps.Current.RecordDropped();
        EndIfCompleteNeedsLock();
    }

    public void Interrupt()
    {
        var now = clock.Elapsed;
        using var scope = _gate.EnterScope();
        RollNeedsLock(now);
        _end = now < _end ? now : _end;
        _interrupted = true;
        _nextRoll = TimeSpan.Zero;
        _complete.TrySetResult();
    }

    public (IReadOnlyList<SecondSample> Seconds, IReadOnlyList<StepSummary> Steps) Finish()
    {
        var now = clock.Elapsed;
        using var scope = _gate.EnterScope();
        RollNeedsLock(now);
        return (_seconds.Finish(_end, _stateAtEnd ?? StateNeedsLock), _steps.Finish(_end));
    }

    public RunSnapshot Snapshot(RunPhase phase)
    {
        var now = clock.Elapsed;
        using var scope = _gate.EnterScope();
        RollNeedsLock(now);
        var elapsed = now < _end ? now : _end;
        var (recent, length) = _seconds.Recent(elapsed);
        return new RunSnapshot(
            phase, elapsed, _planned, _users, _inFlight,
            length > TimeSpan.Zero ? recent.Successes.Count / length.TotalSeconds : 0, recent.Percentile(50),
            recent.Percentile(95), Totals.Completed, Totals.Failed)
        {
            P99Ms = recent.Percentile(99),
            RecentSuccesses = recent.Failed > 0 ? recent.Successes : null,
            Dropped = Totals.Dropped,
            Late = Totals.Late,
        };
    }

    /// <summary>A copy of the figures measured so far.</summary>
    public LoadFigures Figures()
    {
        var now = clock.Elapsed;
        using var scope = _gate.EnterScope();
        return Totals.ToFigures(now < _end ? now : _end);
    }

    private void ChangeUsers(int by)
    {
        var now = clock.Elapsed;
        using var scope = _gate.EnterScope();
        RollNeedsLock(now);
        _users += by;
    }

    private bool TryRecordNeedsLock(RequestTiming timing, RequestOutcome outcome)
    {
        var late = timing.Done > _end;
        if (late && _interrupted)
        {
            Totals.CutOff++;
            return false;
        }

        Totals.Add(timing, outcome, late);
        var (latency, end) = ((long)timing.Latency.TotalMicroseconds, outcome.HowItEnded);
        if (late)
        {
            RecordAfterEndNeedsLock(timing.Scheduled, latency, end);
        }
        else
        {
            _seconds.Current.Record(latency, end);
            _steps.Current.Record(latency, end);
        }

        EndIfCompleteNeedsLock();
        return true;
    }

    private void EndIfCompleteNeedsLock()
    {
        if (Totals.Latency.Count + Totals.Dropped == requests)
        {
            // After every second that was closed, so that the last request is in one that is not.
            (_end, _nextRoll) = (clock.Elapsed + TimeSpan.FromTicks(1), TimeSpan.Zero);
            // Users may leave at the same moment.
            _stateAtEnd = StateNeedsLock;
            _complete.TrySetResult();
        }
    }

    private void RecordAfterEndNeedsLock(TimeSpan due, long microseconds, RequestEnd end)
    {
        _seconds.AfterEnd.Record(microseconds, end);
        _steps.RecordAfterEnd(due, microseconds, end);
    }

    /// <param name="now">Read before the lock is taken, to hold it briefly. A slightly old value does no harm.</param>
    private void RollNeedsLock(TimeSpan now)
    {
        if (now < _nextRoll)
        {
            return;
        }

        _seconds.Roll(now, _end, StateNeedsLock);
        _steps.Roll(now, _end);
        if (now >= _end)
        {
            _stateAtEnd ??= StateNeedsLock;
        }

        _nextRoll = new[] { _seconds.NextBoundary, _steps.NextBoundary, _end }.Min();
    }
}
