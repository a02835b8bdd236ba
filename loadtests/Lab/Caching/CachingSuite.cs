using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios.Caching;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>Runs variants one after another, each with smoke and breakpoint on services that were started anew.</summary>
internal sealed class CachingSuite(CachingSettings settings, TimeProvider time)
{
    /// <summary>
    /// A cancelled or failed suite returns the folders of what was measured. Everything that was started is stopped on return.
    /// </summary>
    public Task<SuiteOutcome> RunAsync(Action<string> say, CancellationToken cancellationToken) => SuiteOutcome.OfAsync(
        folders => RunAllAsync(folders, say, cancellationToken), () => say("Stopped."), cancellationToken);

    private async Task RunAllAsync(List<RunFolder> folders, Action<string> say, CancellationToken cancellationToken)
    {
        var machine = await RunManifestBuilder.ExamineMachineAsync(time, cancellationToken);
        await using var seeded = await SeededSystem.StartAsync(
            settings.Profile, telemetry: null, settings.Folder, say, time, cancellationToken);
        foreach (var (index, variant) in settings.Variants.Index())
        {
            say(FormattableString.Invariant($"{index + 1} of {settings.Variants.Count}: {variant.Title}"));
            using var run = new CachingRun(settings, variant, seeded, machine, time);
            await RunAsync(run, variant, seeded, folders, say, cancellationToken);
        }
    }

    private async Task RunAsync(
        CachingRun run,
        CachingVariant variant,
        SeededSystem seeded,
        List<RunFolder> folders,
        Action<string> say,
        CancellationToken cancellationToken)
    {
        var scenario = CachingLab.ScenarioOf(variant);
        if (!variant.IsCreates)
        {
            await seeded.UseAsync(scenario, cancellationToken);
            say("  smoke");
            folders.Add(await run.SmokeAsync(Path.Combine(settings.Folder, $"{variant.Name}-smoke"), cancellationToken));
        }

        // Anew, so that what is called cold is cold.
        await RestartAsync(seeded, scenario, cancellationToken);
        if (variant.IsWarmed)
        {
            say("  warm-up");
            await run.WarmUpAsync(settings.Folder, cancellationToken);
        }

        say("  breakpoint");
        folders.Add(await run.BreakpointAsync(Path.Combine(settings.Folder, variant.Name), cancellationToken));
    }

    // Services are started anew where their flags differ: those of the study lie between.
    private static async Task RestartAsync(SeededSystem seeded, TuningScenario scenario, CancellationToken cancellationToken)
    {
        await seeded.UseAsync(TuningLab.OwnerKey, cancellationToken);
        await seeded.UseAsync(scenario, cancellationToken);
    }
}
