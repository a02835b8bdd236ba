using System.Runtime.CompilerServices;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.LoadTests.NBomber.Results;
using DroneDelivery.LoadTests.NBomber.Simulations;
using DroneDelivery.LoadTests.NBomber.Users;
using NBomber.CSharp;
using NBomber.Contracts;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>
/// One phase of a profile as an NBomber scenario. The measured step is the request with its simulated round trip. The think time
/// follows, inside the scenario but outside the step.
/// </summary>
internal sealed class NBomberScenario(
    RunPhase phase,
    PlannedLoad load,
    UserPool users,
    UserAction action,
    ExternalLoadLog log,
    TimeSpan grace,
    TimeProvider time,
    CancellationToken cancellationToken) : IDisposable
{
    public const string RequestStep = "request";

    /// <summary>NBomber ends a scenario at this number of failures.</summary>
    public const int MaxFailures = 1_000;

    private readonly CancellationTokenSource _end = new(Timeout.InfiniteTimeSpan, time);
    private int _begun;

    public void Dispose() => _end.Dispose();

    public ScenarioProps Build(string name) => Scenario.Create(name, IterateAsync)
        .WithoutWarmUp()
        .WithMaxFailCount(MaxFailures)
        .WithLoadSimulations([.. load.Simulations]);

    public RunSnapshot Snapshot() => log.Snapshot(phase, users.Active);

    private async Task<IResponse> IterateAsync(IScenarioContext context)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            context.StopCurrentTest("Interrupted");
            // NBomber takes seconds to stop. Without a pause, users would repeat this in a busy loop.
            await Task.Delay(TimeSpan.FromMilliseconds(1), time, CancellationToken.None);
            return OutcomeResponse.ForCutOff();
        }

        var user = users.Rent();
        try
        {
            return await Step.Run(RequestStep, context, () => MeasureAsync(user));
        }
        finally
        {
            // NBomber throws after a failed step, to end the iteration.
            await PauseAsync(user.NextThinkTime(), cancellationToken);
            users.Return(user);
        }
    }

    private async Task<Response<object>> MeasureAsync(SeededUser user)
    {
        var began = log.Begin();
        if (Interlocked.Exchange(ref _begun, 1) == 0)
        {
            // NBomber waits up to a minute for requests in flight; the built-in engine cancels them after the grace period.
            _end.CancelAfter(load.Duration + grace);
        }

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _end.Token);
        var halfRoundTrip = user.NextRoundTrip() / 2;
        await PauseAsync(halfRoundTrip, stop.Token);
        var sent = !stop.IsCancellationRequested;
        var outcome = sent ? await SendAsync(user, stop.Token) : null;
        await PauseAsync(halfRoundTrip, stop.Token);
        if (outcome is { } known && !stop.IsCancellationRequested)
        {
            log.End(began, known.HowItEnded, users.Active);
            return OutcomeResponse.FromOutcome(known);
        }

        if (sent && !cancellationToken.IsCancellationRequested)
        {
            log.EndUnanswered(began, users.Active);
        }
        else
        {
            log.End(began, end: null, users.Active);
        }

        return OutcomeResponse.ForCutOff();
    }

    /// <returns>Null if the request was cancelled by an interruption or at the end of the grace period.</returns>
    private async ValueTask<RequestOutcome?> SendAsync(SeededUser user, CancellationToken stop)
    {
        log.Send();
        try
        {
            return await action(user.NextIteration(), stop);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return null;
        }
        catch (Exception exception)
        {
            return RequestOutcome.FromException(exception);
        }
        finally
        {
            log.Answer();
        }
    }

    /// <summary>Ends early, without an exception, when <paramref name="stop"/> is cancelled.</summary>
    private ConfiguredTaskAwaitable PauseAsync(TimeSpan pause, CancellationToken stop) =>
        Task.Delay(pause, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
}
