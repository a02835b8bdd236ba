using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Insight.Caching;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios.Caching;

namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>The loads of one variant on the running system, each written to a run folder.</summary>
internal sealed class CachingRun(
    CachingSettings settings, CachingVariant variant, SeededSystem seeded, MachineInfo machine, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(60);

    private readonly HttpLoadClient _client = new(CachingLoad.MostInFlight, RequestTimeout, time);

    public async Task<RunFolder> SmokeAsync(string folder, CancellationToken cancellationToken)
    {
        var name = $"{variant.Name}{CachingFigures.SmokeSuffix}";
        const string Load = "5 users for 20 s: a list, each item of it, a create, 1 s pause between";
        var measured = await LoadAsync(name, CachingLoad.Smoke, JourneyOf(name).SmokeAsync, folder, cancellationToken);
        return await WriteAsync(folder, name, Load, measured);
    }

    /// <summary>Fills the cache; what it measures is thrown away.</summary>
    public Task WarmUpAsync(string folder, CancellationToken cancellationToken) => LoadAsync(
        "warm-up", CachingLoad.WarmUp(settings.Duration), JourneyOf("warm-up").ReportAsync, folder, cancellationToken);

    public async Task<RunFolder> BreakpointAsync(string folder, CancellationToken cancellationToken)
    {
        var journey = JourneyOf(variant.Name);
        UserAction action = variant.IsCreates ? journey.CreateAsync : journey.ReportAsync;
        var profile = CachingLoad.Breakpoint(settings.Duration);
        var measured = await LoadAsync(variant.Name, profile, action, folder, cancellationToken);
        return await WriteAsync(folder, variant.Name, CachingLoad.Describe(settings.Duration), measured);
    }

    public void Dispose() => _client.Dispose();

    private CachingJourney JourneyOf(string name) => new(_client, seeded.System.Addresses.GatewayUri, seeded.World, name);

    private async Task<Measured> LoadAsync(
        string name, LoadProfile profile, UserAction action, string folder, CancellationToken cancellationToken)
    {
        var watch = new SystemWatch(seeded.System, CachingLab.ScenarioOf(variant), time);
        using var watching = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watchers = Task.CompletedTask;
        async ValueTask StartWatchingAsync(CancellationToken token)
        {
            await seeded.System.Emulator.ResetAsync(token);
            watchers = watch.RunAsync(watching.Token);
        }

        try
        {
            var load = await settings.Engine.RunAsync(
                new LoadAssignment(name, profile, action, new LoadMonitor(), StartWatchingAsync, folder), cancellationToken);
            await watch.Cosmos.TryReadAsync(cancellationToken);
            return new Measured(load, watch);
        }
        finally
        {
            await watching.CancelAsync();
            await watchers;
        }
    }

    private async Task<RunFolder> WriteAsync(string folder, string name, string load, Measured measured)
    {
        var scenario = CachingLab.ScenarioOf(variant);
        var (result, watch) = measured;
        var manifest = new RunManifest(
            CachingLab.Name,
            name,
            variant.Title,
            result.StartedAt,
            settings.Profile.Name,
            settings.Profile.Describe(),
            settings.Mode,
            RunManifestBuilder.IsDebugBuild,
            result.Interrupted,
            settings.Command,
            RunManifestBuilder.FindCommit(),
            machine with { DuringRun = watch.Machine },
            new Dictionary<string, string>(scenario.DeliveryFlags) { ["gateway --cache"] = variant.Gateway },
            load,
            Published: null)
        {
            Engine = settings.Engine.Name,
        };
        var record = new RunRecord(
            manifest, result.Load, watch.Cosmos.ToRecord(result.StartedAt), watch.Processes.Summarise());
        var run = new RunFolder(folder);
        await run.WriteAsync(record, RunSamples.None with { Processes = watch.Processes.Samples() }, CancellationToken.None);
        return run;
    }

    private sealed record Measured(LoadMeasurement Load, SystemWatch Watch);
}
