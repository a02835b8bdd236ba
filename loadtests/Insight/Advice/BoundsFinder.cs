namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>Finds the limits of a run without findings.</summary>
internal static class BoundsFinder
{
    // The capacity of a resource with a lower utilization cannot be estimated.
    private const double MinUse = 0.02;

    // Shorter parts of a user's cycle are left out.
    private const double MinMs = 1;

    public static Bounds Find(RunEvidence run) => new(
        [.. Cycle(run).Where(part => part.Ms >= MinMs).OrderByDescending(part => part.Ms)],
        [.. Capacities(run).Where(capacity => capacity.Used >= MinUse).OrderBy(capacity => capacity.RequestsPerSecond)],
        Answered: run.Load.Successful > 0);

    private static IEnumerable<CyclePart> Cycle(RunEvidence run)
    {
        var (database, outside) = (run.Calls.MeanMs, run.OutsideMs);
        yield return new CyclePart("think time", ThinkTimeMs(run.Load), InSystem: false);
        yield return new CyclePart("the users' own network", outside, InSystem: false);
        yield return new CyclePart("the database", database, InSystem: true);
        yield return new CyclePart("the services", Math.Max(0, run.LatencyMs - outside - database), InSystem: true);
    }

    /// <summary>If it is not known, by Little's law: failed requests, too, are part of the users' cycles.</summary>
    private static double ThinkTimeMs(LoadRecord load) => ClosedNetwork.FromLoad(load) is not { } network ? 0
        : load.ThinkTimeMs is null && load is { Sent: > 0, DurationSeconds: > 0 }
            ? Math.Max(0, LittlesLaw.ThinkTimeMs(
                LittlesLaw.MeanUsers(load), load.Sent / load.DurationSeconds, load.Latency.MeanMs))
        : network.ThinkTimeMs;

    private static IEnumerable<Capacity> Capacities(RunEvidence run)
    {
        var rate = run.Load.RequestsPerSecond;
        var cores = run.Processes.All.Sum(process => process.CpuMeanCores);
        if (run.Processes.All.MaxBy(process => process.CpuMeanCores) is { } most && run.Processes.Cores > 0)
        {
            yield return For($"CPU of the machine, of which {most.Name} uses the most", cores / run.Processes.Cores);
        }

        if (run.Cosmos.ProvisionedRequestUnitsPerSecond > 0 && run.Load.DurationSeconds > 0)
        {
            var used = run.Cosmos.RequestUnits / run.Load.DurationSeconds;
            yield return For("request units of the container", used / run.Cosmos.ProvisionedRequestUnitsPerSecond);
        }

        Capacity For(string resource, double used) => new(resource, used > 0 ? rate / used : double.PositiveInfinity, used);
    }
}
