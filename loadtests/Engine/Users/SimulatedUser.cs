using System.Runtime.CompilerServices;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>One user's requests and pauses, drawn from the user's random streams. Use it for one request at a time.</summary>
internal sealed class SimulatedUser(
    int user, RunPhase phase, UserBehavior behavior, UserAction action, RunClock clock, RunRecorder recorder)
{
    private readonly UserStreams _streams = new(behavior.Seed, phase, user);
    private readonly CallLog _calls = new(clock, recorder);
    private readonly double _tracedFraction = phase == RunPhase.Measuring ? behavior.TracedFraction : 0;
    private int _user = user;
    private long _iterations;

    /// <summary>A moment that has passed, so that the clock need not be read for it.</summary>
    private TimeSpan _come;

    public Action<RequestObservation>? Observe { get; init; }

    /// <summary>Turns this object into another user, as if created with that number.</summary>
    public void Become(int number)
    {
        (_user, _iterations) = (number, 0);
        _streams.Become(number);
    }

    /// <summary>The scheduled moment of the next request, after one scheduled and answered at the given moments.</summary>
    public TimeSpan NextAfter(TimeSpan asked, TimeSpan answered)
    {
        var rested = answered + behavior.ThinkTime.Draw(_streams.ThinkTime);
        var paced = asked + behavior.Pacing;
        return paced > rested ? paced : rested;
    }

    /// <summary>Makes the request. Returns the moment at which the user has the response; null when the end came first.</summary>
    /// <param name="cutOff">Ends everything at once, requests in flight included.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<TimeSpan?> AskAsync(TimeSpan scheduled, CancellationToken cutOff)
    {
        var halfRoundTrip = behavior.RoundTrip.Draw(_streams.RoundTrip) / 2;
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

        var trace = TraceContext.Draw(_streams.Trace, _tracedFraction);
        var outcome = await PerformAsync(NextIteration(due, trace), cutOff);
        return outcome is { } atOnce && halfRoundTrip == TimeSpan.Zero
            ? Tell(recorder.TryRecordAnswered(scheduled, due, sent, atOnce, out var timing), trace, timing, atOnce)
            : await TravelBackAsync(trace, recorder.Answered(scheduled, due, sent, halfRoundTrip), outcome, cutOff);
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

    private UserIteration NextIteration(TimeSpan due, TraceContext trace)
    {
        _calls.Begin(due);
        return new UserIteration(_user, _iterations++, phase == RunPhase.WarmUp, _streams.Data, trace)
        {
            Due = due,
            Calls = _calls,
        };
    }

    /// <summary>Null when the request was cut off, or the end came before the user had the response.</summary>
    private async ValueTask<TimeSpan?> TravelBackAsync(
        TraceContext trace, RequestTiming timing, RequestOutcome? outcome, CancellationToken cutOff)
    {
        if (outcome is not { } known || !await clock.WaitUntilAsync(timing.Done, cutOff))
        {
            recorder.RecordUnanswered(timing.Scheduled);
            return null;
        }

        return Tell(recorder.TryRecord(timing, known), trace, timing, known);
    }

    private TimeSpan Tell(bool counted, TraceContext trace, RequestTiming timing, RequestOutcome outcome)
    {
        _come = timing.Done;
        if (counted)
        {
            Observe?.Invoke(new RequestObservation(
                trace, clock.StartedAt, timing.Scheduled, timing.Due, timing.Sent, timing.Answered, timing.Done, outcome));
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

/// <summary>A user's random streams, one per purpose, so that more draws of an action do not change the think times.</summary>
public sealed class UserStreams(ulong seed, RunPhase phase, int user)
{
    public SeededRandom ThinkTime { get; } = SeededRandom.ForStream(seed, (int)phase, user, 0);

    public SeededRandom RoundTrip { get; } = SeededRandom.ForStream(seed, (int)phase, user, 1);

    public SeededRandom Data { get; } = SeededRandom.ForStream(seed, (int)phase, user, 2);

    public SeededRandom Trace { get; } = SeededRandom.ForStream(seed, (int)phase, user, 3);

    /// <summary>Continues with the streams of another user.</summary>
    public void Become(int other)
    {
        ThinkTime.Become(seed, (int)phase, other, 0);
        RoundTrip.Become(seed, (int)phase, other, 1);
        Data.Become(seed, (int)phase, other, 2);
        Trace.Become(seed, (int)phase, other, 3);
    }
}
