using DroneDelivery.LoadTests.Scenarios.Concurrency;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Concurrency;

/// <summary>How to read the tables, and what takes away from their figures.</summary>
internal static class ConcurrencyNotes
{
    public static IEnumerable<string> Of(IReadOnlyList<CellFigures> cells)
    {
        foreach (var load in cells.Select(cell => $"{cell.Record.Manifest.Load} ({cell.Record.Manifest.Mode})").Distinct())
        {
            yield return $"Load of each cell: {load}.";
        }

        yield return $"Highest req/s: the mean of the best {HighestRate.Seconds} whole seconds in a row. "
            + "The ratio is async, unlimited, over sync; \"published\" is the study's, which gives one for 200 ms only.";
        yield return $"Bound: what the simulated latency allows, {ConcurrencyLab.PoolSize} or {ConcurrencyLoad.ToUsers} requests "
            + "at once over the latency of their calls of the database, were the machine infinitely fast.";
        yield return "Cut off: requests that were still under way at the end, and count neither way.";
        if (Names(cells, cell => !cell.LatencyIsOfMost) is { } few)
        {
            yield return "No mean and no p99 where more requests were cut off than succeeded, or none did: they would be of the "
                + $"few that got through, and leave out all that were stuck: {few}.";
        }

        yield return "Threads: the most of the Package process, counted from outside. Told: for how long it could "
            + "tell of itself, once a second; queue, work items and collections are of that time. A process "
            + "without a free thread falls silent.";
    }

    public static IEnumerable<string> Warnings(IReadOnlyList<CellFigures> cells)
    {
        if (cells.Any(cell => cell.Record.Manifest.DebugBuild))
        {
            yield return "Debug build: these figures are not to be quoted. Repeat the run with -c Release.";
        }

        if (Names(cells, cell => cell.Record.Manifest.Interrupted) is { } interrupted)
        {
            yield return $"Interrupted, figures cover a part of the load: {interrupted}.";
        }

        if (Names(cells, cell => cell.Record.Load.Generator.WasTheLimit) is { } limited)
        {
            yield return $"The load generator, which shares the machine, was late or busy: {limited}. "
                + "More than these figures may be possible.";
        }

        if (cells.Sum(cell => cell.Record.Cosmos.ThrottledCalls) is > 0 and var throttled)
        {
            yield return $"The database throttled {Count(throttled)} calls: request units were a limit, "
                + "which they are not meant to be here.";
        }
    }

    private static string? Names(IReadOnlyList<CellFigures> cells, Func<CellFigures, bool> chosen)
    {
        var names = cells.Where(chosen).Select(cell => cell.Cell.Name).ToList();
        return names.Count == 0 ? null
            : names.Count == cells.Count && names.Count > 1 ? FormattableString.Invariant($"all {names.Count} cells")
            : string.Join(", ", names);
    }
}
