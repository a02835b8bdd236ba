using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>Runs the loads of one variant on the running system, and writes a run folder for each.</summary>
internal sealed class CachingRun(
    CachingSettings settings, CachingVariant variant, SystemSession session, Action<string> say, TimeProvider time)
{
    private static readonly TimeSpan SayInterval = TimeSpan.FromSeconds(10);

    public Task<RunFolder> SmokeAsync(string folder, CancellationToken cancellationToken) => RunAsync(
        $"{variant.Name}{CachingFigures.SmokeSuffix}", CachingLoad.Smoke(settings.Duration),
        CachingLoad.DescribeSmoke(settings.Duration), journey => journey.SmokeAsync, folder, cancellationToken);

    /// <summary>Fills the cache. Its figures are not part of the study, but its run folder is kept.</summary>
    public Task<RunFolder> WarmUpAsync(string folder, CancellationToken cancellationToken) => RunAsync(
        CachingFigures.WarmUp,
        CachingLoad.WarmUp(settings.Duration),
        CachingFigures.WarmUp,
        journey => journey.ReportAsync,
        folder,
        cancellationToken);

    public Task<RunFolder> BreakpointAsync(string folder, CancellationToken cancellationToken) => RunAsync(
        variant.Name,
        CachingLoad.Breakpoint(settings.Duration),
        CachingLoad.Describe(settings.Duration),
        journey => variant.IsCreates ? journey.CreateAsync : journey.ReportAsync,
        folder,
        cancellationToken);

    private Task<RunFolder> RunAsync(
        string name,
        LoadProfile profile,
        string load,
        Func<CachingJourney, UserAction> action,
        string folder,
        CancellationToken cancellationToken)
    {
        var plan = new RunPlan(
            name,
            profile,
            client => action(new CachingJourney(client, session.System.Addresses.GatewayUri, session.World, name)),
            result => Describe(name, load, result))
        {
            Connections = CachingLoad.MaxInFlight,
        };
        var run = new MeasuredRun(session.Watched(CachingLab.ScenarioOf(variant)), plan, settings.Engine, time);
        return run.RunAsync(
            folder,
            (running, stop) => run.Load.SayAsync(say, SayInterval, profile.Duration, running, time, stop),
            cancellationToken);
    }

    private RunManifest Describe(string name, string load, LoadMeasurement result) => new(
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
        session.Machine,
        new Dictionary<string, string>(CachingLab.ScenarioOf(variant).DeliveryFlags) { ["gateway --cache"] = variant.Gateway },
        load,
        Published: null)
    {
        Engine = settings.Engine.Name,
    };
}
