using System.Runtime.ExceptionServices;
using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Sends each request of a schedule at its moment, unless too many are in flight. Use one instance per phase.</summary>
internal sealed class ArrivalTraffic(ArrivalSchedule schedule, int maxInFlight) : IPhaseTraffic
{
    private volatile ExceptionDispatchInfo? _fault;
    private int _scheduled;
    private int _unstarted;
    private int _maxBusy;

    public IReadOnlyList<PlannedStep> Steps => [.. schedule.Stages.Select(stage => new PlannedStep(stage.Duration, 0))];

    /// <summary>The share of scheduled arrivals that were reached only after the end. Must be read after the run.</summary>
    public double UnstartedShare => _scheduled > 0 ? (double)_unstarted / _scheduled : 0;

    /// <summary>Must be read after the run.</summary>
    public ArrivalCounts Counts => new(_scheduled, _maxBusy);

    /// <summary>Returns when the last request is over. An exception of the observer ends the schedule and is thrown.</summary>
    public async Task RunAsync(LoadPhase phase, CancellationToken cutOff)
    {
        var users = new ArrivalUsers(maxInFlight, () => phase.CreateUser(0));
        await Pacer.RunAsync(schedule.Moments(), phase.Clock, moment => Arrive(moment, users, phase, cutOff), cutOff);
        await users.WaitUntilFreeAsync();
        _maxBusy = users.MaxBusy;
        _fault?.Throw();
    }

    /// <summary>False when the schedule must stop.</summary>
    private bool Arrive(TimeSpan moment, ArrivalUsers users, LoadPhase phase, CancellationToken cutOff)
    {
        var end = phase.Recorder.End;
        if (_fault is not null || moment >= end)
        {
            return false;
        }

        var number = _scheduled++;
        _unstarted += phase.Clock.Elapsed >= end ? 1 : 0;
        if (users.TryTake() is { } user)
        {
            _ = ServeAsync(user, number, moment, users, cutOff);
        }
        else
        {
            phase.Recorder.RecordDropped();
        }

        return true;
    }

    private async Task ServeAsync(SimulatedUser user, int number, TimeSpan moment, ArrivalUsers users, CancellationToken cutOff)
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

/// <summary>The arrivals of an open loop. Those that were neither sent nor dropped were still due at the end.</summary>
/// <param name="Scheduled">Arrivals whose moment came before the end.</param>
/// <param name="MaxInFlightReached">The highest number of requests in flight at once, at most the profile's maximum.</param>
public sealed record ArrivalCounts(long Scheduled, int MaxInFlightReached);
