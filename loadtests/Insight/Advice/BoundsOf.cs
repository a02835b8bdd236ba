using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>Works out what bounds a run.</summary>
internal static class BoundsOf
{
    // Less than this of a resource's use tells nothing about how much it would allow.
    private const double LeastUse = 0.02;

    // Shorter parts of a user's time are not worth a reader's.
    private const double ShortestMs = 1;

    public static Bounds Run(RunEvidence run) => new(
        [.. Cycle(run).Where(part => part.Ms >= ShortestMs).OrderByDescending(part => part.Ms)],
        [.. Capacities(run).Where(capacity => capacity.Used >= LeastUse).OrderBy(capacity => capacity.RequestsPerSecond)])
    {
        Answered = run.Load.Successful > 0,
    };

    private static IEnumerable<CyclePart> Cycle(RunEvidence run)
    {
        var (database, outside) = (run.Calls.MeanMs, run.OutsideMs);
        yield return new CyclePart("think time", ClosedNetwork.Of(run.Load)?.ThinkTimeMs ?? 0, InSystem: false);
        yield return new CyclePart("the users' own network", outside, InSystem: false);
        yield return new CyclePart("the database", database, InSystem: true);
        yield return new CyclePart("the services", Math.Max(0, run.LatencyMs - outside - database), InSystem: true);
    }

    private static IEnumerable<Capacity> Capacities(RunEvidence run)
    {
        var rate = run.Load.RequestsPerSecond;
        var cores = run.Processes.All.Sum(process => process.CpuMeanCores);
        if (run.Processes.All.MaxBy(process => process.CpuMeanCores) is { } most && run.Processes.Cores > 0)
        {
            yield return Of($"CPU of the machine, most of it for {most.Name}", cores / run.Processes.Cores);
        }

        if (run.Cosmos.ProvisionedRequestUnitsPerSecond > 0 && run.Load.DurationSeconds > 0)
        {
            var used = run.Cosmos.RequestUnits / run.Load.DurationSeconds;
            yield return Of("request units of the container", used / run.Cosmos.ProvisionedRequestUnitsPerSecond);
        }

        Capacity Of(string resource, double used) => new(resource, used > 0 ? rate / used : double.PositiveInfinity, used);
    }
}
