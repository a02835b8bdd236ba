namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>Runs tests one after another on one seeded system: the emulator is started and seeded once.</summary>
/// <param name="folder">One folder for each test, and the logs of the processes.</param>
/// <param name="account">The account on Azure; null for the emulator.</param>
internal sealed class ScenarioSuite(LabSettings settings, string folder, TimeProvider time, AccountSession? account = null)
{
    /// <summary>
    /// Runs every test. A cancelled or failed suite returns the folders of the tests that were finished. Everything that was
    /// started is stopped on return.
    /// </summary>
    public Task<SuiteOutcome> RunAsync(LabProgress progress, CancellationToken cancellationToken) => SuiteOutcome.RunAsync(
        folders => RunAllAsync(folders, progress, cancellationToken),
        () => progress.Say("Stopped before the load of a test began."),
        cancellationToken);

    private async Task RunAllAsync(List<RunFolder> folders, LabProgress progress, CancellationToken cancellationToken)
    {
        SessionFolder.Make(folder);
        await using var session = await SystemSession.StartAsync(
            settings.Profile, folder, progress.Say, time, cancellationToken, account);
        var engines = new SideBySide(settings.Engine, settings.ComparedWith);

        try
        {
            foreach (var (_, scenario, engine) in engines.Turns(settings.Scenarios))
            {
                var flags = scenario.DeliveryFlags.Select(flag => $"{flag.Key} {flag.Value}");
                var by = settings.ComparedWith is null ? "" : $" for {engine.Name}";
                progress.Say($"{scenario.Title}: starting the services{by} ({string.Join(" ", flags)})");
                await session.System.UseAsync(scenario, cancellationToken);
                var run = new ScenarioRun(settings with { Engine = engine }, scenario, session, time);
                var path = Path.Combine(folder, engines.FolderOf(engine, scenario.Name));
                folders.Add(await run.RunAsync(path, progress, cancellationToken));
                if (cancellationToken.IsCancellationRequested)
                {
                    break;
                }
            }
        }
        finally
        {
            // Stopping the services takes time, and the throughput costs money.
            _ = account?.LowerAsync();
        }
    }
}
