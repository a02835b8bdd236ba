using System.Runtime.ExceptionServices;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Makes each request of a schedule at its moment, unless too many are in flight. For one phase.</summary>
internal sealed class ArrivalTraffic(ArrivalSchedule schedule, OpenLoopProfile profile, UserAction action)
{
    private volatile ExceptionDispatchInfo? _fault;
    private int _scheduled;

    public ArrivalSchedule Schedule => schedule;

    public Action<RequestObservation>? Observe { get; init; }

    /// <summary>Arrivals whose moment came; to be read after the run.</summary>
    public long Scheduled => _scheduled;

    /// <summary>Returns when the last request is over. An exception of the observer ends the schedule and is thrown here.</summary>
    public async Task RunAsync(LoadPhase phase, CancellationToken cutOff)
    {
        var habits = profile.Habits;
        var users = new ArrivalUsers(
            profile.MaxInFlight, () => new SimulatedUser(0, phase, habits, action) { Observe = Observe });

        await Pacer.RunAsync(schedule.Moments(), phase.Clock, moment => Arrive(moment, users, phase.Recorder, cutOff), cutOff);
        await users.Gone();
        _fault?.Throw();
    }

    /// <summary>False when there is no use in going on.</summary>
    private bool Arrive(TimeSpan moment, ArrivalUsers users, RunRecorder recorder, CancellationToken cutOff)
    {
        if (_fault is not null || moment >= recorder.End)
        {
            return false;
        }

        var number = _scheduled++;
        if (users.TryTake() is { } user)
        {
            _ = ServeAsync(user, number, moment, users, cutOff);
        }
        else
        {
            recorder.RecordDropped();
        }

        return true;
    }

    private async Task ServeAsync(
        SimulatedUser user, int number, TimeSpan moment, ArrivalUsers users, CancellationToken cutOff)
    {
        try
        {
            user.Become(number);
            await user.AskAsync(moment, cutOff);
        }
        catch (Exception exception)
        {
            _fault = ExceptionDispatchInfo.Capture(exception);
        }
        finally
        {
            users.Return(user);
        }
    }
}
