using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Engines;

/// <summary>The figures of engines beside each other; of two of them also how far the second is from the first.</summary>
internal sealed class EngineTable
{
    private readonly IReadOnlyList<EngineRun> _runs;

    public EngineTable(IReadOnlyList<EngineRun> runs)
    {
        _runs = runs;
        Columns = [.. runs.Select(run => run.Engine), .. runs.Count == 2 ? ["difference"] : Array.Empty<string>()];
        Rows = [.. All().Where(row => row.Cells.Any(cell => cell != None))];
    }

    public IReadOnlyList<string> Columns { get; }

    /// <summary>Rows that no engine has a figure for are left out.</summary>
    public IReadOnlyList<EngineRow> Rows { get; }

    private IEnumerable<EngineRow> All() =>
    [
        Figure("Requests/s, of the time that passed", load => load.RequestsPerSecond),
        Figure("Requests/s, by the engine's own report", load => load.EngineRequestsPerSecond),
        Latency("Mean latency, ms", load => load.Latency.Mean),
        Latency("p50, ms", load => load.Latency.P50),
        Latency("p75, ms", load => load.Latency.P75),
        Latency("p95, ms", load => load.Latency.P95),
        Latency("p99, ms", load => load.Latency.P99),
        Latency("p99.9, ms", load => load.Latency.P999),
        Latency("Highest, ms", load => load.Latency.Max),
        .. _runs.Any(run => run.Load.Successes is not null)
            ?
            [
                Latency("Mean latency of successes, ms", load => (load.Successes ?? load.Latency).Mean),
                Latency("p99 of successes, ms", load => (load.Successes ?? load.Latency).P99),
            ]
            : Array.Empty<EngineRow>(),
        Figure("Successful requests", load => load.Successful),
        Fact("Failed requests", run => Count(run.Load.ClientErrors)),
        Fact("Still under way at the end, cut off", run => Count(run.Load.CutOff)),
        Fact("Requests asked for", run => Short(run.Load.Arrivals?.Asked)),
        Figure("Requests sent", load => load.Sent),
        Fact("Left late", run => Short(run.Load.Arrivals?.Late)),
        Fact("Dropped", run => Short(run.Load.Arrivals?.Dropped)),
        Fact("Lateness, p99, ms", run => Short(run.Load.Generator.LatenessP99Ms)),
        Fact("Planned, s", run => Short(run.Load.PlannedSeconds)),
        Fact("Passed, s", run => Short(run.Load.DurationSeconds)),
        Fact("RU per operation", run => Short(run.RequestUnitsPerOperation)),
        Fact("CPU of the generator, cores", run => Short(run.Load.Generator.CpuCores)),
    ];

    private EngineRow Figure(string label, Func<LoadRecord, double?> figure)
    {
        var figures = _runs.Select(run => figure(run.Load)).ToList();
        return Row(label, figures.Select(Short), figures is [{ } first, { } second] ? Difference(second, first) : None);
    }

    private EngineRow Latency(string label, Func<LoadRecord, LatencyValue> figure)
    {
        var figures = _runs.Select(run => figure(run.Load)).ToList();
        return Row(label, figures.Select(Short), figures is [{ AtLeast: false } first, { AtLeast: false } second]
            ? Difference(second.Milliseconds, first.Milliseconds)
            : None);
    }

    private EngineRow Fact(string label, Func<EngineRun, string> fact) => Row(label, _runs.Select(fact), None);

    private EngineRow Row(string label, IEnumerable<string> cells, string difference) =>
        new(label, [.. cells, .. _runs.Count == 2 ? [difference] : Array.Empty<string>()]);
}

/// <summary>One figure, a cell for each column.</summary>
internal sealed record EngineRow(string Label, IReadOnlyList<string> Cells);
