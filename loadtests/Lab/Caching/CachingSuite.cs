using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>Runs variants one after another.</summary>
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
            await new CachingRun(settings, variant, session, say, time).RunAsync(folders, cancellationToken);
        }
    }
}
