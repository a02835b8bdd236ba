using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.NBomber.Results;
using DroneDelivery.LoadTests.NBomber.Simulations;
using DroneDelivery.LoadTests.NBomber.Users;
using NBomber.Contracts;
using NBomber.CSharp;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>
/// A closed loop profile as an NBomber scenario. The request with its simulated round trip is a step, which is what is measured;
/// the user thinks after it, inside the scenario but outside the step.
/// </summary>
internal sealed class ClosedLoopScenario(
    ClosedLoopProfile profile, UserAction action, TimeProvider time, CancellationToken cancellationToken)
{
    public const string RequestStep = "request";

    /// <summary>
    /// NBomber ends a scenario at this many failures. An interrupted run gets there in about a second, as every iteration then
    /// fails: the only way to end a run early that all versions have.
    /// </summary>
    private const int MaxFailures = 1_000;

    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(1);

    private readonly UserPool _users = new(profile);
    private readonly MeasuredTime _measured = new(time);

    public TimeSpan Duration => _measured.Duration;

    public ScenarioProps Build(string name) =>
        Scenario.Create(name, IterateAsync)
            .WithoutWarmUp()
            .WithMaxFailCount(MaxFailures)
            .WithLoadSimulations(StepSimulations.Of(profile.Steps));

    private async Task<IResponse> IterateAsync(IScenarioContext context)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            await Task.Delay(ShortestPause, time, CancellationToken.None);
            return OutcomeResponse.OfCutOff();
        }

        var user = _users.Rent();
        var response = await Step.Run(RequestStep, context, () => RequestAsync(user));
        await PauseAsync(user.NextThinkTime());
        _users.Return(user);
        return response;
    }

    private async Task<Response<object>> RequestAsync(VirtualUser user)
    {
        _measured.RequestStarted();
        try
        {
            var halfRoundTrip = user.NextRoundTrip() / 2;
            await PauseAsync(halfRoundTrip);
            var outcome = await action(user.NextIteration(), cancellationToken);
            await PauseAsync(halfRoundTrip);
            return cancellationToken.IsCancellationRequested ? OutcomeResponse.OfCutOff() : OutcomeResponse.Of(outcome);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return OutcomeResponse.OfCutOff();
        }
        finally
        {
            _measured.RequestEnded();
        }
    }

    /// <summary>Ends early, without an exception, when the run is interrupted.</summary>
    private async Task PauseAsync(TimeSpan pause)
    {
        if (pause > TimeSpan.Zero)
        {
            await Task.Delay(pause, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
