namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>Runs variants one after another.</summary>
internal sealed class CachingSuite(CachingSettings settings, TimeProvider time)
{
    /// <summary>A cancelled or failed suite returns the folders of the measured runs. All processes are stopped.</summary>
    public Task<SuiteOutcome> RunAsync(Action<string> say, CancellationToken cancellationToken) => SuiteOutcome.RunAsync(
        folders => RunAllAsync(folders, say, cancellationToken), () => say("Stopped."), cancellationToken);

    private async Task RunAllAsync(List<RunFolder> folders, Action<string> say, CancellationToken cancellationToken)
    {
        var variants = FindRunnable(say);
        await using var session = await SystemSession.StartAsync(settings.Profile, settings.Folder, say, time, cancellationToken);
        foreach (var (index, variant) in variants.Index())
        {
            say($"{index + 1} of {variants.Count}: {variant.Title}");
            await using var run = new CachingRun(settings, variant, session, say, time);
            await run.RunAsync(folders, cancellationToken);
        }
    }

    private List<CachingVariant> FindRunnable(Action<string> say)
    {
        var runnable = settings.Variants.Where(variant => !variant.UsesRedis || RedisProcess.IsInstalled).ToList();
        if (runnable.Count == 0)
        {
            throw new LabException(
                $"{RedisProcess.Program} is not installed. Install it, or choose other variants with --cache.");
        }

        foreach (var missing in settings.Variants.Except(runnable))
        {
            say($"{missing.Name} is left out: {RedisProcess.Program} is not installed.");
        }

        return runnable;
    }
}

/// <summary>The settings of a run of the caching lab.</summary>
/// <param name="Arrivals">What each arrival of a breakpoint does.</param>
/// <param name="Duration">The duration of each breakpoint.</param>
/// <param name="Folder">The folder for run folders.</param>
/// <param name="Command">The command line that repeats the run.</param>
internal sealed record CachingSettings(
    IReadOnlyList<CachingVariant> Variants, CachingArrivals Arrivals, SimulationProfile Profile, TimeSpan Duration, string Folder,
    string Command, LoadEngine Engine);
