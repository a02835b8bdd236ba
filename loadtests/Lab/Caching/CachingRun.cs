namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>
/// Runs the loads of one variant on the running system, and writes a run folder for each: smoke (not for creates), a restart of
/// the services, and the breakpoint.
/// </summary>
internal sealed class CachingRun(
    CachingSettings settings, CachingVariant variant, SystemSession session, Action<string> say, TimeProvider time)
{
    /// <param name="folders">Receives the run folders of smoke and breakpoint.</param>
    public async Task RunAsync(List<RunFolder> folders, CancellationToken cancellationToken)
    {
        var (scenario, smoke) = (CachingLab.ScenarioOf(variant), $"{variant.Name}{CachingFigures.SmokeSuffix}");
        var duration = settings.Duration;
        if (!variant.IsCreates)
        {
            await session.System.UseAsync(scenario, cancellationToken);
            say("  smoke");
            folders.Add(await RunAsync(
                smoke, smoke, CachingLoad.Smoke(duration), CachingLoad.DescribeSmoke(duration), journey => journey.SmokeAsync,
                cancellationToken));
        }

        // A restart empties the caches. The gateway restarts only if its flags differ.
        await session.System.StopGatewayAsync();
        await session.System.UseAsync(scenario, cancellationToken);
        if (variant.IsWarmed)
        {
            // Its figures are not part of the study, but its run folder is kept.
            say("  warm-up");
            await RunAsync(
                $"{variant.Name}-warm-up", CachingFigures.WarmUp, CachingLoad.WarmUp(duration), CachingFigures.WarmUp,
                ArrivalOf, cancellationToken);
        }

        say("  breakpoint");
        folders.Add(await RunAsync(
            variant.Name, variant.Name, CachingLoad.Breakpoint(duration, MaxInFlight),
            CachingLoad.Describe(duration, variant, settings.Arrivals), ArrivalOf, cancellationToken));
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
        var run = new MeasuredRun(session.Watched(CachingLab.ScenarioOf(variant)), plan, settings.Engine, time);
        return run.RunAsync(
            Path.Combine(settings.Folder, folder),
            (running, stop) => run.Load.SayAsync(say, profile.Duration, running, time, stop),
            cancellationToken);
    }

    private RunManifest Describe(string name, string load) => new()
    {
        Lab = CachingLab.Name, Scenario = name, Title = variant.Title,
        Profile = settings.Profile.Name, ProfileSettings = settings.Profile.Describe(),
        Mode = RunManifestBuilder.ModeOf(settings.Duration, CachingLoad.Quick, CachingLoad.Full, "a breakpoint"),
        Command = settings.Command, Machine = session.Machine,
        Configuration = new Dictionary<string, string>(CachingLab.ScenarioOf(variant).DeliveryFlags)
        {
            ["gateway --cache"] = variant.Gateway,
        },
        Load = load,
    };
}
