using DroneDelivery.LoadTests.Insight.Capacity;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>All searches of one target, one after another.</summary>
internal sealed class CapacityRun(LoadTarget target, CapacityRequest request, Action<string> say, TimeProvider time)
{
    /// <summary>Code is compiled, and connections are open, before anything counts; in multiples of the first rate.</summary>
    private static readonly (double Rate, double Seconds)[] WarmUp = [(1, 2), (4, 3), (10, 4)];

    /// <summary>A cancelled run returns what was found by then.</summary>
    /// <exception cref="LabException">The target failed.</exception>
    public async Task<CapacityRecord> RunAsync(CancellationToken cancellationToken)
    {
        var (startedAt, machine) = (time.GetUtcNow(), await RunManifestBuilder.ExamineMachineAsync(time, cancellationToken));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failure = target.WaitForFailureAsync(stop.Token);
        var searching = SearchAsync(stop.Token);
        if (await Task.WhenAny(searching, failure) == failure && !cancellationToken.IsCancellationRequested)
        {
            await stop.CancelAsync();
            await ((Task)searching).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw new LabException(await failure);
        }

        var (searches, shared) = await searching;
        await stop.CancelAsync();
        return new CapacityRecord(
            target.Name,
            startedAt,
            request.Command,
            machine,
            RunManifestBuilder.IsDebugBuild,
            cancellationToken.IsCancellationRequested,
            request.Latency.Objective.TotalMilliseconds,
            request.Cpu?.Cap,
            searches,
            shared);
    }

    private async Task<(IReadOnlyList<SearchRecord> Searches, SharedLimit? Shared)> SearchAsync(CancellationToken cancellationToken)
    {
        var searches = new List<SearchRecord>();
        SharedLimit? shared = null;
        foreach (var variant in request.Variants)
        {
            using var runner = new TrialRunner(target, variant, request.Latency.Objective, time);
            await WarmUpAsync(runner, variant, cancellationToken);
            shared ??= await FindSharedLimitAsync(cancellationToken);
            for (var number = 1; number <= request.Searches && !cancellationToken.IsCancellationRequested; number++)
            {
                say(request.Searches > 1 ? $"Search {number} of {request.Searches}: {variant.Name}" : $"Searching: {variant.Name}");
                // What CPU allows is looked for once: searches are repeated to see how far the limit by latency scatters.
                var goals = number == 1 ? request : request with { Cpu = null };
                if (await new VariantSearch(goals, variant, runner, say).RunAsync(cancellationToken) is { } search)
                {
                    searches.Add(search);
                }
            }
        }

        return (searches, shared);
    }

    private async Task WarmUpAsync(TrialRunner runner, LoadVariant variant, CancellationToken cancellationToken)
    {
        say($"Warming up: {variant.Name}");
        var first = variant.ClosedLoop ? 1 : request.Plan.StartRate;
        foreach (var (rate, seconds) in WarmUp)
        {
            await runner.RunAsync(new PlannedTrial(TrialPurpose.Doubling, rate * first, seconds), cancellationToken);
        }
    }

    /// <summary>From the warm-up: what requests use that are thrown away, as in trials beyond the limit, would make each look dearer.</summary>
    private async Task<SharedLimit?> FindSharedLimitAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await target.FindSharedLimitAsync(cancellationToken);
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }
}
