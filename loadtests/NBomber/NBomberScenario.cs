using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.NBomber.Requests;
using DroneDelivery.LoadTests.NBomber.Results;
using DroneDelivery.LoadTests.NBomber.Users;
using NBomber.CSharp;
using NBomber.Contracts;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>
/// One phase of a closed loop profile as an NBomber scenario. The request with its simulated round trip is a step, which is what
/// is measured; the user thinks after it, inside the scenario but outside the step.
/// </summary>
internal sealed class ClosedLoopScenario(
    RunPhase phase,
    IReadOnlyList<LoadStep> steps,
    LoadAssignment assignment,
    RequestLog log,
    TimeProvider time,
    CancellationToken cancellationToken)
{
    public const string RequestStep = "request";

    /// <summary>
    /// NBomber ends a scenario at this many failures. An interrupted run gets there in a second or two, as every iteration then
    /// fails: the only way to end a run early that all versions have.
    /// </summary>
    public const int MaxFailures = 1_000;

    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(1);

    private readonly UserPool _users = new(assignment.Profile, phase);
    private readonly TimeSpan _planned = TimeSpan.FromTicks(steps.Sum(step => step.Duration.Ticks));

    public ScenarioProps Build(string name) =>
        Scenario.Create(name, IterateAsync)
            .WithoutWarmUp()
            .WithMaxFailCount(MaxFailures)
            .WithLoadSimulations([.. steps.Select(step => Simulation.KeepConstant(step.Users, step.Duration))]);

    /// <summary>The phase as it stands, for the display.</summary>
    public RunSnapshot Snapshot() => log.Snapshot(phase, _planned, _users.Active);

    private async Task<IResponse> IterateAsync(IScenarioContext context)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            await Task.Delay(ShortestPause, time, CancellationToken.None);
            return OutcomeResponse.OfCutOff();
        }

        var user = _users.Rent();
        var response = await Step.Run(RequestStep, context, () => MeasureAsync(user));
        await PauseAsync(user.NextThinkTime());
        _users.Return(user);
        return response;
    }

    private async Task<Response<object>> MeasureAsync(VirtualUser user)
    {
        var began = log.Begin();
        var outcome = await RequestAsync(user);
        log.End(began, outcome?.Kind, _users.Active);
        return outcome is { } known ? OutcomeResponse.Of(known) : OutcomeResponse.OfCutOff();
    }

    /// <summary>Null when the run was interrupted meanwhile.</summary>
    private async ValueTask<RequestOutcome?> RequestAsync(VirtualUser user)
    {
        var halfRoundTrip = user.NextRoundTrip() / 2;
        await PauseAsync(halfRoundTrip);
        var outcome = await SendAsync(user);
        await PauseAsync(halfRoundTrip);
        return cancellationToken.IsCancellationRequested ? null : outcome;
    }

    private async ValueTask<RequestOutcome?> SendAsync(VirtualUser user)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return null;
        }

        log.Send();
        try
        {
            return await assignment.Action(user.NextIteration(), cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return null;
        }
        catch (Exception exception)
        {
            return new RequestOutcome(0, exception.GetType().Name, 0);
        }
        finally
        {
            log.Answer();
        }
    }

    /// <summary>Ends early, without an exception, when the run is interrupted.</summary>
    private async ValueTask PauseAsync(TimeSpan pause)
    {
        if (pause > TimeSpan.Zero)
        {
            await Task.Delay(pause, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
