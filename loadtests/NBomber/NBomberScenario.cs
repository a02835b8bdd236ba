using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.NBomber.Results;
using DroneDelivery.LoadTests.NBomber.Simulations;
using NBomber.CSharp;
using NBomber.Contracts;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>
/// One phase of a profile as an NBomber scenario. The measured step is the request with its simulated round trip. The think time
/// follows, inside the scenario but outside the step.
/// </summary>
internal sealed class NBomberScenario(
    PlannedLoad plan, ExternalLoad load, TimeProvider time, CancellationToken cancellationToken)
{
    public const string RequestStep = "request";

    /// <summary>NBomber ends a scenario at this number of failures.</summary>
    private const int MaxFailures = 1_000;

    private int _failures;

    public bool FailedTooOften => _failures >= MaxFailures;

    public ScenarioProps Build(string name) => Scenario.Create(name, IterateAsync)
        .WithoutWarmUp()
        .WithMaxFailCount(MaxFailures)
        .WithLoadSimulations([.. plan.Simulations]);

    private async Task<IResponse> IterateAsync(IScenarioContext context)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            context.StopCurrentTest("Interrupted");
            // NBomber takes seconds to stop. Without a pause, users would repeat this in a busy loop.
            await Task.Delay(TimeSpan.FromMilliseconds(1), time, CancellationToken.None);
            return OutcomeResponse.ForCutOff();
        }

        var user = load.Join();
        try
        {
            return await Step.Run(RequestStep, context, () => MeasureAsync(user));
        }
        finally
        {
            // NBomber throws after a failed step, to end the iteration.
            await user.RestAsync();
            load.Leave(user);
        }
    }

    private async Task<Response<object>> MeasureAsync(ExternalUser user)
    {
        if (await user.AskAsync() is not { } outcome)
        {
            return OutcomeResponse.ForCutOff();
        }

        if (!outcome.IsSuccess && Interlocked.Increment(ref _failures) == MaxFailures)
        {
            // The figures cover the load until here, and not NBomber's way to its end.
            load.Interrupt();
        }

        return OutcomeResponse.FromOutcome(outcome);
    }
}
