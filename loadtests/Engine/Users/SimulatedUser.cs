namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>One user's requests and pauses, drawn from the user's random streams. Use it for one request at a time.</summary>
internal sealed class SimulatedUser(
    int number, RunPhase phase, UserBehavior behavior, UserAction action, RunClock clock, RunRecorder recorder)
{
    private readonly SeededUser _user = new(number, behavior, phase);
    private readonly CallLog _calls = new(clock, recorder);

    /// <summary>A moment that has passed, so that the clock need not be read for it.</summary>
    private TimeSpan _come;

    public Action<RequestObservation>? Observe { get; init; }

    /// <inheritdoc cref="SeededUser.Become"/>
    public void Become(int other) => _user.Become(other);

    /// <summary>The scheduled moment of the next request, after one scheduled and answered at the given moments.</summary>
    public TimeSpan NextAfter(TimeSpan asked, TimeSpan answered)
    {
        var rested = answered + _user.NextThinkTime();
        var paced = asked + behavior.Pacing;
        return paced > rested ? paced : rested;
    }

    /// <summary>Makes the request. Returns the moment at which the user has the response; null when the end came first.</summary>
    /// <param name="cutOff">Ends everything at once, requests in flight included.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<TimeSpan?> AskAsync(TimeSpan scheduled, CancellationToken cutOff)
    {
        var halfRoundTrip = _user.NextRoundTrip() / 2;
        var due = scheduled + halfRoundTrip;
        if (due > _come && !await clock.WaitUntilAsync(due, cutOff))
        {
            RecordCutOffIfDue(scheduled);
            return null;
        }

        if (!recorder.TrySend(due, out var sent))
        {
            return null;
        }

        _calls.Begin(due);
        var iteration = _user.NextIteration() with { Due = due, Calls = _calls };
        var trace = iteration.Trace;
        var outcome = await PerformAsync(iteration, cutOff);
        if (outcome is { } atOnce && halfRoundTrip == TimeSpan.Zero)
        {
            var counted = recorder.TryRecordAnswered(scheduled, due, sent, atOnce, out var timing);
            return Tell(counted, trace, timing, atOnce);
        }

        return await TravelBackAsync(trace, recorder.Answered(scheduled, due, sent, halfRoundTrip), outcome, cutOff);
    }

    /// <summary>Null when the request was cut off.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<RequestOutcome?> PerformAsync(UserIteration iteration, CancellationToken cutOff)
    {
        try
        {
            var pending = action(iteration, cutOff);
            if (pending.IsCompleted && behavior.NeverWaits)
            {
                // A loop that never waits would never release its thread.
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
            return RequestOutcome.FromException(exception);
        }
    }

    /// <summary>Null when the request was cut off, or the end came before the user had the response.</summary>
    private async ValueTask<TimeSpan?> TravelBackAsync(
        TraceContext trace, RequestTiming timing, RequestOutcome? outcome, CancellationToken cutOff)
    {
        if (outcome is not { } known || !await clock.WaitUntilAsync(timing.Done, cutOff))
        {
            recorder.RecordUnanswered(timing.Scheduled, outcome is null && _calls.IsPausing);
            return null;
        }

        return Tell(recorder.TryRecord(timing, known), trace, timing, known);
    }

    private TimeSpan Tell(bool counted, TraceContext trace, RequestTiming timing, RequestOutcome outcome)
    {
        _come = timing.Done;
        if (counted)
        {
            Observe?.Invoke(new RequestObservation(trace, clock.StartedAt, timing, outcome));
        }

        return timing.Done;
    }

    /// <summary>Counts nothing if the user was still thinking when the run was interrupted.</summary>
    private void RecordCutOffIfDue(TimeSpan scheduled)
    {
        if (scheduled <= clock.Elapsed)
        {
            recorder.RecordCutOff();
        }
    }
}
