namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>Describes where two engines differ on one load, and why, based only on the records of the pair.</summary>
internal static class EngineDifferences
{
    /// <summary>Two runs of one engine often differ by up to this share.</summary>
    public const double Visible = 0.05;

    /// <summary>Whole sentences, the most general ones first.</summary>
    public static IReadOnlyList<string> Describe(EnginePair pair) =>
    [
        .. ClockDifferences.Describe(pair),
        .. LatencyDifferences.Describe(pair),
        .. CountDifferences.Describe(pair),
        .. GeneratorCpu(pair),
        .. Agreement(pair),
    ];

    /// <summary>How far <paramref name="value"/> is from <paramref name="reference"/>, as a share of the latter.</summary>
    /// <returns>Null if one value is a lower bound or missing, since their distance is then unknown.</returns>
    internal static double? Gap(LatencyValue value, LatencyValue reference) =>
        value is { AtLeast: false, Milliseconds: { } known } && reference is { AtLeast: false, Milliseconds: { } other }
            ? other == 0 ? 0 : Math.Abs(known - other) / other
            : null;

    private static IEnumerable<string> GeneratorCpu(EnginePair pair)
    {
        const double Cores = 0.1;
        var (first, second) = (pair.First.Load.Generator.CpuCores, pair.Second.Load.Generator.CpuCores);
        if (Math.Abs(first - second) >= Cores)
        {
            yield return $"The generator took {Short(first)} cores with {pair.First.Engine}, "
                + $"{Short(second)} with {pair.Second.Engine}. Fewer cores are left for a system on the same machine.";
        }

        foreach (var run in pair.Runs)
        {
            if (run.Conditions.GeneratorLimit is { } limit)
            {
                yield return $"{run.Engine} was {run.Conditions.Generator}. {limit} "
                    + "Its figures may show the generator rather than the system.";
            }

            if (run.Conditions.Disturbance is { } disturbance)
            {
                yield return $"The machine was disturbed while {run.Engine} ran. {disturbance}";
            }
        }
    }

    private static IEnumerable<string> Agreement(EnginePair pair)
    {
        var (first, second) = (pair.First.Load, pair.Second.Load);
        if (first.Successful > 0 && second.Successful > 0
            && Gap(second.RequestsPerSecond, first.RequestsPerSecond) < Visible
            && Gap(second.Latency.Mean, first.Latency.Mean) < Visible
            && Gap(second.Latency.P99, first.Latency.P99) < Visible)
        {
            yield return $"Requests per second, mean and p99 agree within {Share(Visible)}.";
        }
    }
}

/// <summary>Describes the moment from which each engine counts latencies, and the duration by which it divides counts.</summary>
internal static class ClockDifferences
{
    private const double Rounding = 0.01;

    public static IEnumerable<string> Describe(EnginePair pair) => [.. Origin(pair), .. pair.Runs.SelectMany(OwnRate)];

    private static IEnumerable<string> Origin(EnginePair pair)
    {
        if (pair.Runs.Where(run => run.KnowsLateness).ToList() is [var due])
        {
            var (real, generator) = (due == pair.First ? pair.Second : pair.First, due.Load.Generator);
            yield return $"{due.Engine} counts a latency from the moment a request was due: they left up to "
                + $"{Short(generator.LatenessMaxMs)} ms late (p99 {Short(generator.LatenessP99Ms)} ms), and that is in its "
                + $"latencies. {real.Engine} counts from the request's real start: its figures do not include lateness.";
        }
    }

    private static IEnumerable<string> OwnRate(EngineRun run)
    {
        var load = run.Load;
        if (load.EngineRequestsPerSecond is { } own && EngineDifferences.Gap(own, load.RequestsPerSecond) >= Rounding)
        {
            var byPlan = EngineDifferences.Gap(own, load.Successful / run.PlannedSeconds) < Rounding;
            yield return $"{run.Engine}'s own report says {Short(own)} req/s: it divides by "
                + $"{(byPlan ? $"the planned {Short(run.PlannedSeconds)} s" : "another time")}. Over the "
                + $"{Short(load.DurationSeconds)} s that passed they are {Short(load.RequestsPerSecond)}.";
        }
    }
}
