using DroneDelivery.LoadTests.Engine.Faults;
using DroneDelivery.LoadTests.Scenarios.Journeys;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>One test on the running system, written to one run folder.</summary>
internal sealed class ScenarioRun(LabSettings settings, TuningScenario scenario, SystemSession session, TimeProvider time)
{
    /// <inheritdoc cref="MeasuredRun.RunAsync"/>
    public async Task<RunFolder> RunAsync(string folder, LabProgress progress, CancellationToken cancellationToken)
    {
        var run = new MeasuredRun(session.Watched(scenario), Plan(settings.Load), settings.Engine, time);
        settings.Watch?.Invoke(new RunView(
            scenario, settings.Duration, run.Load, run.Answers, run.Cosmos, run.Processes, session.Spans, session.Metrics));
        using var burner = new GeneratorBurner(scenario.Fault?.GeneratorBusyThreads ?? 0);
        using var other = CompetingProcess.StartIfPlanted(scenario.Fault);
        return await run.RunAsync(
            folder,
            (load, stop) => progress.ShowAsync(scenario, run.Load, run.Cosmos, settings.Duration, load, stop),
            cancellationToken);
    }

    private RunPlan Plan(ClosedLoopProfile load) => new(
        load,
        client => new InvoiceJourney(
            client, session.System.Addresses.GatewayUri, session.System.World, scenario.Fault?.HotOwnerShare ?? 0).RequestAsync,
        RunManifestBuilder.Build(settings, scenario, session.Machine))
    {
        Client = new HttpLoadOptions { Connections = load.MaxUsers, Timeout = TimeSpan.FromSeconds(60) },
        Seed = (ulong)settings.Profile.Seed,
    };
}
