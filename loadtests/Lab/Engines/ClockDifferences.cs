using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>What the engines count from, and by what time they divide.</summary>
internal static class ClockDifferences
{
    private const double Rounding = 0.01;

    public static IEnumerable<string> Describe(EnginePair pair) => [.. Origin(pair), .. pair.Runs.SelectMany(OwnRate)];

    private static IEnumerable<string> Origin(EnginePair pair)
    {
        if (pair.Runs.Where(run => run.KnowsLateness).ToList() is not [var due])
        {
            return [];
        }

        var (real, generator) = (due == pair.First ? pair.Second : pair.First, due.Load.Generator);
        return
        [
            $"{due.Engine} counts a latency from the moment a request was due: they left up to {Short(generator.LatenessMaxMs)} "
            + $"ms late (p99 {Short(generator.LatenessP99Ms)} ms), and that is in its latencies. {real.Engine} counts from the "
            + "request's real start: how late its requests left is in no figure.",
        ];
    }

    private static IEnumerable<string> OwnRate(EngineRun run)
    {
        var load = run.Load;
        if (load.EngineRequestsPerSecond is not { } own || EngineDifferences.Gap(own, load.RequestsPerSecond) < Rounding)
        {
            return [];
        }

        var byPlan = EngineDifferences.Gap(own, load.Successful / run.PlannedSeconds) < Rounding;
        return
        [
            $"{run.Engine}'s own report says {Short(own)} req/s: it divides by "
            + $"{(byPlan ? $"the planned {Short(run.PlannedSeconds)} s" : "another time")}. Over the "
            + $"{Short(load.DurationSeconds)} s that passed they are {Short(load.RequestsPerSecond)}.",
        ];
    }
}
