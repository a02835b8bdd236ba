using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Seeding;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>Runs tests one after another on one seeded system: the emulator is started and seeded once.</summary>
internal sealed class TuningSuite(LabSettings settings, TimeProvider time)
{
    private readonly World _world = new();

    /// <summary>
    /// The folder of the suite: <c>{time}-tuning</c>, with one folder for each test, the logs of the processes, and the report.
    /// </summary>
    public string Folder { get; } = Path.GetFullPath(Path.Combine(
        settings.RunsFolder, FormattableString.Invariant($"{time.GetLocalNow():yyyyMMdd-HHmmss}-{TuningLab.Name}")));

    /// <summary>
    /// Runs every test. A cancelled or failed suite returns the folders of the tests that were finished. Everything that was started is
    /// stopped on return.
    /// </summary>
    public async Task<SuiteOutcome> RunAsync(LabProgress progress, CancellationToken cancellationToken)
    {
        var folders = new List<RunFolder>();
        try
        {
            CreateFolder();
            var spans = new SpanStore((ulong)settings.Profile.Seed);
            await using var receiver = await OtlpReceiver.StartAsync(spans, cancellationToken);
            await using var system = await StartAsync(receiver, progress, cancellationToken);
            foreach (var scenario in settings.Scenarios)
            {
                var flags = scenario.DeliveryFlags.Select(flag => $"{flag.Key} {flag.Value}");
                progress.Say($"{scenario.Title}: starting the services ({string.Join(" ", flags)})");
                await system.StartServicesAsync(scenario, cancellationToken);
                var run = new ScenarioRun(settings, scenario, system, spans, _world, time);
                folders.Add(await run.RunAsync(Path.Combine(Folder, scenario.Name), progress, cancellationToken));
                if (cancellationToken.IsCancellationRequested)
                {
                    break;
                }
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            progress.Say("Stopped before the load of a test began.");
        }
        catch (LabException exception)
        {
            return new SuiteOutcome(folders, exception.Message);
        }

        return new SuiteOutcome(folders, Failure: null);
    }

    private async Task<DroneSystem> StartAsync(OtlpReceiver receiver, LabProgress progress, CancellationToken cancellationToken)
    {
        progress.Say("Starting the Cosmos DB emulator");
        var system = await DroneSystem.StartEmulatorAsync(settings.Profile, receiver.Endpoint, Folder, time, cancellationToken);
        try
        {
            await EmulatorSeeder.SeedAsync(system.Emulator, _world, progress.Say, time, cancellationToken);
            return system;
        }
        catch (HttpRequestException exception)
        {
            await system.DisposeAsync();
            throw new LabException($"The emulator could not be seeded: {exception.Message} Its log: {Folder}", exception);
        }
        catch
        {
            await system.DisposeAsync();
            throw;
        }
    }

    private void CreateFolder()
    {
        try
        {
            Directory.CreateDirectory(Folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException(
                $"The folder {Folder} cannot be made: {exception.Message} Choose another place with --runs.", exception);
        }
    }
}

/// <summary>What came of a suite.</summary>
/// <param name="Folders">Of the tests that were finished, or cancelled with something measured, in order.</param>
/// <param name="Failure">What ended the suite early, in words for a reader; null when nothing did.</param>
internal sealed record SuiteOutcome(IReadOnlyList<RunFolder> Folders, string? Failure);
