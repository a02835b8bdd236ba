namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>One user's requests and pauses, each drawn from the user's own streams. To be used for one request at a time.</summary>
internal sealed class SimulatedUser(
    int user, RunPhase phase, UserHabits habits, UserAction action, RunClock clock, RunRecorder recorder)
{
    private readonly UserStreams _streams = new(habits.Seed, phase, user);
    private readonly CallLog _calls = new(clock, recorder);
    private int _user = user;
    private long _iterations;

    public SimulatedUser(int user, LoadPhase phase, UserHabits habits, UserAction action)
        : this(user, phase.Phase, habits, action, phase.Clock, phase.Recorder)
    {
    }

    public Action<RequestObservation>? Observe { get; init; }

    /// <summary>Makes another user of this one, as if created with that number.</summary>
    public void Become(int number)
    {
        (_user, _iterations) = (number, 0);
        _streams.Become(number);
    }

    /// <summary>When a user who asked at one moment and has had the answer since another one means to ask again.</summary>
    public TimeSpan NextAfter(TimeSpan asked, TimeSpan answered)
    {
        var rested = answered + habits.ThinkTime.Draw(_streams.ThinkTime);
        var paced = asked + habits.Pacing;
        return paced > rested ? paced : rested;
    }

    /// <summary>
    /// Makes the request that the user means to make at <paramref name="scheduled"/>. Returns the moment at which the user has the answer;
    /// null when the end came first.
    /// </summary>
    /// <param name="cutOff">Ends everything at once, requests in flight included.</param>
    public async ValueTask<TimeSpan?> AskAsync(TimeSpan scheduled, CancellationToken cutOff)
    {
        var halfRoundTrip = habits.RoundTrip.Draw(_streams.RoundTrip) / 2;
        var due = scheduled + halfRoundTrip;
        if (!await clock.WaitUntilAsync(due, cutOff))
        {
            RecordCutOffIfDue(scheduled);
            return null;
        }

        if (!recorder.TrySend(due, out var sent))
        {
            return null;
        }

        _calls.Begin(due);
        var iteration = NextIteration();
        var outcome = await PerformAsync(iteration, cutOff);
        var answered = recorder.Answered();
        var done = answered + halfRoundTrip;
        if (outcome is not { } known || !await clock.WaitUntilAsync(done, cutOff))
        {
            recorder.RecordCutOff();
            return null;
        }

        Record(iteration.Trace, new RequestTiming(scheduled, due, sent, answered, done), known);
        return done;
    }

    /// <summary>A user who was still thinking when the run was interrupted has no request to lose.</summary>
    private void RecordCutOffIfDue(TimeSpan scheduled)
    {
        if (scheduled <= clock.Elapsed)
        {
            recorder.RecordCutOff();
        }
    }

    private void Record(TraceContext trace, RequestTiming timing, RequestOutcome outcome)
    {
        if (recorder.TryRecord(timing, outcome))
        {
            Observe?.Invoke(RequestObservation.Of(trace, clock.StartedAt, timing, outcome));
        }
    }

    private UserIteration NextIteration()
    {
        var traced = phase == RunPhase.Measuring ? habits.TracedFraction : 0;
        return new UserIteration(
            _user, _iterations++, phase == RunPhase.WarmUp, _streams.Data, TraceContext.Draw(_streams.Trace, traced))
        {
            Calls = _calls,
        };
    }

    /// <summary>Null when the request was cut off.</summary>
    private async ValueTask<RequestOutcome?> PerformAsync(UserIteration iteration, CancellationToken cutOff)
    {
        try
        {
            var pending = action(iteration, cutOff);
            if (pending.IsCompleted && habits.NeverWait)
            {
                // A loop that never waits for anything would keep its thread to itself.
                await Task.Yield();
            }

            return await pending;
        }
        catch (OperationCanceledException) when (cutOff.IsCancellationRequested)
        {
            return null;
        }
        catch (Exception exception)
        {
            return new RequestOutcome(0, exception.GetType().Name, 0);
        }
    }
}
