namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>
/// Runs the loads of one variant on the running system, and writes a run folder for each: smoke (not for creates), a restart of
/// the services, and the breakpoint.
/// </summary>
internal sealed class CachingRun(
    CachingSettings settings, CachingVariant variant, SystemSession session, Action<string> say, TimeProvider time)
    : IAsyncDisposable
{
    private InstalledServer? _redis;

    private TuningScenario Scenario => CachingLab.ScenarioOf(variant, _redis?.Address, variant.UsesFolder ? AnswersFolder : null);

    private string AnswersFolder => Path.Combine(Path.GetFullPath(settings.Folder), "answers");

    /// <param name="folders">Receives the run folders of smoke and breakpoint.</param>
    public async Task RunAsync(List<RunFolder> folders, CancellationToken cancellationToken)
    {
        var (duration, smoke) = (settings.Duration, $"{variant.Name}{CachingFigures.SmokeSuffix}");
        if (!variant.IsCreates)
        {
            await StartAsync(cancellationToken);
            say("  smoke");
            folders.Add(await RunAsync(
                smoke, smoke, CachingLoad.Smoke(duration), CachingLoad.DescribeSmoke(duration), journey => journey.SmokeAsync,
                cancellationToken));
        }

        // A restart empties the caches. The gateway restarts only if its flags differ.
        await session.System.StopGatewayAsync();
        await StartAsync(cancellationToken);
        if (variant.IsWarmed)
        {
            // Its figures are not part of the study, but its run folder is kept.
            say("  warm-up");
            await RunAsync(
                $"{variant.Name}-warm-up", CachingFigures.WarmUp, CachingLoad.WarmUp(duration), CachingFigures.WarmUp,
                ArrivalOf, cancellationToken);
        }

        if (variant.UsesFolder)
        {
            await session.System.StopGatewayAsync();
            await session.System.UseAsync(Scenario, cancellationToken);
        }

        say("  breakpoint");
        folders.Add(await RunAsync(
            variant.Name, variant.Name, CachingLoad.Breakpoint(duration, MaxInFlight),
            CachingLoad.Describe(duration, variant, settings.Arrivals), ArrivalOf, cancellationToken));
    }

    public async ValueTask DisposeAsync()
    {
        var redis = _redis;
        _redis = null;
        await (redis?.DisposeAsync() ?? ValueTask.CompletedTask);
        if (variant.UsesFolder && Directory.Exists(AnswersFolder))
        {
            await session.System.StopGatewayAsync();
            Directory.Delete(AnswersFolder, recursive: true);
        }
    }

    /// <summary>Starts the services that differ, and Delivery, with an empty Redis or folder if the variant uses one.</summary>
    private async Task StartAsync(CancellationToken cancellationToken)
    {
        await DisposeAsync();
        _redis = variant.UsesRedis
            ? await RedisProcess.StartAsync(Path.Combine(settings.Folder, "redis"), time, cancellationToken)
            : null;
        await session.System.UseAsync(Scenario, cancellationToken);
    }

    private WatchedSystem Watched()
    {
        var system = session.Watched(Scenario);
        return _redis is not { } redis ? system : system with
        {
            FindProcesses = () => [.. system.FindProcesses(), ("redis", redis.Id)],
            WaitForFailureAsync = async token =>
                await await Task.WhenAny(system.WaitForFailureAsync(token), redis.WaitForFailureAsync(token)),
        };
    }

    private int MaxInFlight => CachingLoad.MaxInFlightOf(variant, settings.Arrivals);

    private UserAction ArrivalOf(CachingJourney journey) =>
        variant.IsCreates ? journey.CreateAsync
        : settings.Arrivals == CachingArrivals.Report ? journey.ReportAsync
        : journey.IterationAsync;

    private Task<RunFolder> RunAsync(
        string folder, string name, LoadProfile profile, string load, Func<CachingJourney, UserAction> action,
        CancellationToken cancellationToken)
    {
        var plan = new RunPlan(
            profile,
            client => action(
                new CachingJourney(client, session.System.Addresses.GatewayUri, session.System.World, name, time)),
            Describe(name, load))
        {
            Client = new HttpLoadOptions { Connections = MaxInFlight, Timeout = TimeSpan.FromSeconds(60) },
        };
        return new MeasuredRun(Watched(), plan, settings.Engine, time)
            .RunWithProgressAsync(Path.Combine(settings.Folder, folder), say, cancellationToken);
    }

    private RunManifest Describe(string name, string load) => new()
    {
        Lab = CachingLab.Name, Scenario = name, Title = variant.Title,
        Profile = settings.Profile.Name, ProfileSettings = settings.Profile.Describe(),
        Mode = RunManifestBuilder.ModeOf(settings.Duration, CachingLoad.Quick, CachingLoad.Full, "a breakpoint"),
        Command = settings.Command, Machine = session.Machine,
        Configuration = new Dictionary<string, string>(Scenario.DeliveryFlags)
        {
            ["gateway --cache"] = variant.Gateway,
            ["gateway --cache-coalescing"] = variant.Coalescing,
            ["gateway --shedding"] = variant.Shedding,
        },
        Load = load,
    };
}
