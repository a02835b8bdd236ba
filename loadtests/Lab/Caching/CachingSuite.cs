using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>Runs variants one after another: smoke (not for creates), a restart of the services, and the breakpoint.</summary>
internal sealed class CachingSuite(CachingSettings settings, TimeProvider time)
{
    /// <summary>
    /// A cancelled or failed suite returns the folders of the measured runs. All started processes are stopped on return.
    /// </summary>
    public Task<SuiteOutcome> RunAsync(Action<string> say, CancellationToken cancellationToken) => SuiteOutcome.OfAsync(
        folders => RunAllAsync(folders, say, cancellationToken), () => say("Stopped."), cancellationToken);

    private async Task RunAllAsync(List<RunFolder> folders, Action<string> say, CancellationToken cancellationToken)
    {
        await using var session = await SystemSession.StartAsync(
            settings.Profile, settings.Folder, say, time, cancellationToken);
        foreach (var (index, variant) in settings.Variants.Index())
        {
            say(FormattableString.Invariant($"{index + 1} of {settings.Variants.Count}: {variant.Title}"));
            await RunAsync(
                new CachingRun(settings, variant, session, say, time), variant, session, folders, say, cancellationToken);
        }
    }

    private async Task RunAsync(
        CachingRun run,
        CachingVariant variant,
        SystemSession session,
        List<RunFolder> folders,
        Action<string> say,
        CancellationToken cancellationToken)
    {
        var scenario = CachingLab.ScenarioOf(variant);
        if (!variant.IsCreates)
        {
            await session.UseAsync(scenario, cancellationToken);
            say("  smoke");
            folders.Add(await run.SmokeAsync(Path.Combine(settings.Folder, $"{variant.Name}-smoke"), cancellationToken));
        }

        // A restart empties the caches.
        await RestartAsync(session, scenario, cancellationToken);
        if (variant.IsWarmed)
        {
            say("  warm-up");
            await run.WarmUpAsync(Path.Combine(settings.Folder, $"{variant.Name}-warm-up"), cancellationToken);
        }

        say("  breakpoint");
        folders.Add(await run.BreakpointAsync(Path.Combine(settings.Folder, variant.Name), cancellationToken));
    }

    // The gateway restarts only if its flags differ, so another scenario runs in between.
    private static async Task RestartAsync(SystemSession session, TuningScenario scenario, CancellationToken cancellationToken)
    {
        await session.UseAsync(TuningLab.OwnerKey, cancellationToken);
        await session.UseAsync(scenario, cancellationToken);
    }
}
