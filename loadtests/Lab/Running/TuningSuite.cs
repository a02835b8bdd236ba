namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>Runs tests one after another on one seeded system: the emulator is started and seeded once.</summary>
/// <param name="folder">The folder for all files; null for <c>{time}-{lab}</c> in the settings' folder.</param>
/// <param name="account">The account on Azure; null for the emulator.</param>
internal sealed class TuningSuite(LabSettings settings, TimeProvider time, string? folder = null, AccountSession? account = null)
{
    /// <summary>The folder of the suite, with one folder for each test, the logs of the processes, and the report.</summary>
    public string Folder { get; } = folder ?? SessionFolder.PathOf(settings.RunsFolder, settings.Lab, time);

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
        SessionFolder.Make(Folder);
        await using var session = await SystemSession.StartAsync(
            settings.Profile, Folder, progress.Say, time, cancellationToken, account);
        var engines = new SideBySide(settings.Engine, settings.ComparedWith);
        var turns =
            from test in settings.Scenarios.Index()
            from engine in engines.TurnsOf(test.Index)
            select (test.Item, engine);
        try
        {
            foreach (var (scenario, engine) in turns)
            {
                var flags = scenario.DeliveryFlags.Select(flag => $"{flag.Key} {flag.Value}");
                var by = settings.ComparedWith is null ? "" : $" for {engine.Name}";
                progress.Say($"{scenario.Title}: starting the services{by} ({string.Join(" ", flags)})");
                await session.System.UseAsync(scenario, cancellationToken);
                var run = new ScenarioRun(settings with { Engine = engine }, scenario, session, time);
                var path = Path.Combine(Folder, engines.FolderOf(engine, scenario.Name));
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
