namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The overload lab's study: goodput, latency of the accepted requests, recovery, with and without shedding.</summary>
public static class OverloadStudy
{
    private const string PerSecond = "good req/s";

    /// <exception cref="InvalidDataException">A folder holds a run of another lab.</exception>
    public static async Task<Study> ReadAsync(IReadOnlyList<RunFolder> runs, CancellationToken cancellationToken)
    {
        var read = await RunFolder.ReadAllAsync(runs, cancellationToken);
        return ExplanationSection.Add(
            Build(OverloadFigures.FromRuns(read)), [.. read.Where(run => !OverloadSettings.FromRecord(run.Record).IsWarmUp)]);
    }

    public static Study Build(OverloadFigures record) => new(
        record.Envelope,
        Summary(record),
        [
            new StudySection("goals", "Goals", new StudyVerdicts([.. OverloadVerdicts.FromRecord(record)])),
            new StudySection("figures", "Figures", Table(record.Runs)),
            new StudySection("offered", "Goodput by offered load", [.. OfferedLoad(record)]),
            .. record.Runs.GroupBy(run => run.Shape).Select(shape => new StudySection(
                $"shape-{shape.Key}", shape.First().Title,
                [.. Charts([.. shape], shape.First().ObjectiveMs ?? record.ObjectiveMs), .. CrashSection.FromRuns([.. shape])])),
        ])
    {
        Warnings = record.Warnings,
    };

    /// <summary>A row for each step of the load, and one for the time after the load.</summary>
    public static StudyTable Table(IReadOnlyList<OverloadRun> runs) => new StudyTableBuilder<PhaseRow>(
        "phases", "Every step of every run")
        .Words("shape", "shape", row => row.Run.Shape)
        .Words("setting", "setting", row => row.Run.Setting)
        .Figure("times", "load", row => row.IsAfter ? new Cell(null, "after") : Cell.Number(row.Phase.Times, Times))
        .Data("fromSeconds", row => row.Phase.FromSeconds)
        .Data("untilSeconds", row => row.Phase.UntilSeconds)
        .Number("offeredPerSecond", "offered/s", row => row.Phase.OfferedPerSecond)
        .Number("goodputPerSecond", "goodput/s", row => row.Phase.GoodputPerSecond)
        .Latency("p50Ms", "p50 ms", row => row.Phase.Latency.Percentile(50))
        .Latency("p99Ms", "p99 ms", row => row.Phase.Latency.Percentile(99))
        .Latency("successP99Ms", "of successes", row => row.Phase.Latency.SuccessPercentile(99))
        .Percent("refusedShare", "refused", row => row.Phase.RefusedShare)
        .Percent("failedShare", "failed", row => row.Phase.FailedShare)
        .Figure("recoverySeconds", "normal again", row => new Cell(
            row.IsAfter ? row.Run.RecoverySeconds : null, row.IsAfter ? OverloadVerdicts.RecoveryText(row.Run) : None))
        .Number("memoryMiB", "memory MiB", row => row.MemoryMiB)
        .Build(runs.SelectMany(PhaseRow.FromRun)) with
    {
        Explanation = "Every request counts in the step in which it was due. Latency covers the accepted requests, answered or "
            + "not; an arrival that was never sent counts as failed, without a latency. Normal again: the time from which on "
            + "99 % of the requests of a second are answered within the objective.",
    };

    private static string Summary(OverloadFigures record) =>
        $"Capacity{(record.CapacityGiven ? " (given)" : "")}: {Short(record.Capacity)} req/s; peak of the goodput: "
        + $"{Short(record.Peak)} req/s. Goodput: answers within {Milliseconds(record.ObjectiveMs)} per second"
        + string.Concat(OtherObjectives(record)) + $". Fixed limit: {record.FixedLimit} in flight.";

    private static IEnumerable<string> OtherObjectives(OverloadFigures record) => (
        from run in record.Runs
        let own = run.ObjectiveMs ?? record.ObjectiveMs
        where own != record.ObjectiveMs
        select $", of {run.Shape} within {Milliseconds(own)}").Distinct();

    private static string Times(double times) => $"{times:0.##}x";

    private static IEnumerable<StudyChart> OfferedLoad(OverloadFigures record)
    {
        var ladders = record.Runs.Where(run => run.Shape == OverloadLab.Ladder).ToList();
        if (ladders.Count > 0)
        {
            yield return new StudyChart(new LineChart(
                "Goodput against offered load",
                "Load above the peak is not served in time; the goodput at high load shows whether the system collapses.",
                "offered req/s",
                PerSecond,
                Lines(ladders, run => run.Phases.Select(
                    phase => new ChartPoint(phase.OfferedPerSecond, phase.GoodputPerSecond))))
            {
                Reference = record.Peak is { } peak ? new ReferenceLine("peak", peak) : null,
            });
        }
    }

    /// <param name="runs">The runs of one shape.</param>
    private static IEnumerable<StudyChart> Charts(IReadOnlyList<OverloadRun> runs, double objectiveMs)
    {
        var end = Short(runs[0].LoadEndSeconds);
        var recoveries = string.Join("; ", runs.Select(run => $"{run.Setting}: normal {OverloadVerdicts.RecoveryText(run)}"));
        yield return new StudyChart(new LineChart(
            "Goodput over time", $"The load ends at {end} s; {recoveries}.", "s", PerSecond,
            Lines(runs, run => run.Seconds.Select(second => new ChartPoint(second.Second, second.Good)))));
        yield return new StudyChart(new LineChart(
            "Latency of the accepted, p99", $"Of the requests due in each second, answered or not. The load ends at {end} s.",
            "s", "ms",
            Lines(runs, run => run.Seconds.Select(second => ChartPoint.FromLatency(second.Second, second.P99))))
        {
            Reference = new ReferenceLine("objective", objectiveMs),
            Largest = objectiveMs * 4,
        });
        yield return new StudyChart(new LineChart(
            "Memory of the gateway", $"Resident. The load ends at {end} s.", "s", "MiB",
            Lines(runs, run => run.Memory)));
    }

    internal static List<ChartLine> Lines(IReadOnlyList<OverloadRun> runs, Func<OverloadRun, IEnumerable<ChartPoint>> points) =>
        [.. runs.Select((run, index) => new ChartLine(run.Setting, Series.Class(index), [.. points(run)]))];

    private sealed record PhaseRow(OverloadRun Run, OverloadPhase Phase)
    {
        public bool IsAfter => Phase == Run.After;

        public double? MemoryMiB => Run.Memory
            .Where(point => point.X >= Phase.FromSeconds && point.X < Phase.UntilSeconds)
            .Select(point => (double?)point.Y)
            .Average();

        public static IEnumerable<PhaseRow> FromRun(OverloadRun run) =>
            run.Phases.Append(run.After).OfType<OverloadPhase>().Select(phase => new PhaseRow(run, phase));
    }
}
