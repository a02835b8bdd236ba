using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.NBomber.Requests;
using DroneDelivery.LoadTests.NBomber.Results;
using DroneDelivery.LoadTests.NBomber.Simulations;
using DroneDelivery.LoadTests.NBomber.Users;
using NBomber.CSharp;
using NBomber.Contracts;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>
/// One phase of a profile as an NBomber scenario. The request with its simulated round trip is a step, which is what
/// is measured; the user thinks after it, inside the scenario but outside the step.
/// </summary>
internal sealed class NBomberScenario(
    RunPhase phase,
    PlannedLoad load,
    UserPool users,
    UserAction action,
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

    public ScenarioProps Build(string name) =>
        Scenario.Create(name, IterateAsync)
            .WithoutWarmUp()
            .WithMaxFailCount(MaxFailures)
            .WithLoadSimulations([.. load.Simulations]);

    /// <summary>The phase as it stands, for the display.</summary>
    public RunSnapshot Snapshot() => log.Snapshot(phase, load.Duration, users.Active);

    private async Task<IResponse> IterateAsync(IScenarioContext context)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            await Task.Delay(ShortestPause, time, CancellationToken.None);
            return OutcomeResponse.OfCutOff();
        }

        var user = users.Rent();
        var response = await Step.Run(RequestStep, context, () => MeasureAsync(user));
        await PauseAsync(user.NextThinkTime());
        users.Return(user);
        return response;
    }

    private async Task<Response<object>> MeasureAsync(VirtualUser user)
    {
        var began = log.Begin();
        var outcome = await RequestAsync(user);
        log.End(began, outcome?.Kind, users.Active);
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
            return await action(user.NextIteration(), cancellationToken);
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
