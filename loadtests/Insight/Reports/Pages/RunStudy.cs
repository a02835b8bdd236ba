using DroneDelivery.LoadTests.Insight.Advice;

namespace DroneDelivery.LoadTests.Insight.Reports.Pages;

/// <summary>The study of run folders: one run in full, or several runs next to each other.</summary>
public static class RunStudy
{
    /// <summary>The figures of a run that are compared with the run before.</summary>
    private static readonly RunMetric[] Compared = [RunMetric.Find("req/s"), RunMetric.Find("mean"), RunMetric.Find("ru")];

    /// <summary>
    /// In per cent. Between two very long runs a change of 13 % is found, which allows only for differences between runs. Above
    /// this limit most of the noise is chance within the runs, of which longer ones have less.
    /// </summary>
    private const double LongRunsFind = 20;

    /// <summary>The console shows the verdicts, and the figures of all runs next to the published ones.</summary>
    /// <param name="runs">The runs, at least one.</param>
    internal static Study Build(IReadOnlyList<ReportRun> runs)
    {
        runs = runs is [var alone] ? [alone with { IsAlone = true }] : runs;
        IReadOnlyList<RunRecord> records = [.. runs.Select(run => run.Record)];
        return new Study(StudyEnvelope.FromRuns(records, TitleOf(runs)), Summary(runs), [
            new StudySection("overview", "Results",
            [
                new StudyList(
                    ListKind.Sentences, [.. runs.Select((run, index) => Sentence(run, index == 0 ? null : runs[index - 1]))]),
                .. runs is [var only] ? KeyFigures.Build(only) : [new StudyProse(ComparisonText.Basis)],
                Thresholds(runs),
                RunJson.Table([.. runs.Select(run => run.Figures)]),
            ]),
            .. RunParts.WithFigures(runs, [LoadLevelsSection.Build(runs) with { IsForPages = true }]),
            new StudySection("all-figures", "All figures", RunTable.Build(records)) { IsFolded = runs is [_] },
            .. Details(runs).Select(section => section with { IsForPages = true, IsFolded = section.IsFolded || runs.Count > 1 }),
        ])
        {
            JsonTable = RunJson.Key,
            Warnings = RunWarnings.ForRuns(records),
        };
    }

    /// <summary>The sections of one run in full; on a page of several runs they are folded.</summary>
    private static IEnumerable<StudySection> Details(IReadOnlyList<ReportRun> runs)
    {
        IEnumerable<StudySection> When(bool isMeasured, Func<IReadOnlyList<ReportRun>, StudySection> build) =>
            isMeasured ? [build(runs)] : [];

        return RunParts.WithFigures(
            runs,
            [
                LoadSection.Build(runs),
                LatencySection.Build(runs),
                .. When(runs.Any(run => run.HasTelemetry), PartsSection.Build),
                AnswersSection.Build(runs),
                .. When(runs.Any(run => run.HasDatabase), RequestUnitsSection.Build),
                .. When(runs.Any(run => run.HasTelemetry), OperationsSection.Build),
                .. When(runs.Any(run => run.HasTelemetry) || runs is [{ ListedTraces.Count: > 0 }], WaterfallSection.Build),
                ProcessesSection.Build(runs),
                SetupSection.Build(runs),
            ]).Prepend(ExplanationSection.Build(runs));
    }

    private static string TitleOf(IReadOnlyList<ReportRun> runs)
    {
        var manifest = runs[0].Record.Manifest;
        return FormattableString.Invariant(
            $"{(runs is [var only] ? only.Title : manifest.Lab)}, {manifest.StartedAt:yyyy-MM-dd HH:mm}");
    }

    private static string Summary(IReadOnlyList<ReportRun> runs)
    {
        var manifest = runs[0].Record.Manifest;
        if (runs.All(run => run.IsImported))
        {
            var loads = runs.Select(run => run.Record.Manifest.Load).Distinct();
            return $"{Counted(runs.Count, "imported run")}: {string.Join(", ", loads)}.";
        }

        return $"{Counted(runs.Count, "run")} ({manifest.Mode})"
            + (manifest.Profile == RunManifest.NoProfile ? "" : $" with the simulation profile “{manifest.Profile}”")
            + $": {manifest.Load}. "
            + (manifest.IsRemote
                ? "The system ran on another machine."
                : $"Generator and system ran together on {Counted(manifest.Machine.Cores, "core")}.")
            + (runs[0].Record is { Cosmos.Account: { } account, Emulator: var emulator }
                ? $" The database was {account}: its calls include the network from this machine."
                    + (emulator is null ? " To compare with the emulator, run the same tests without --cosmos before." : "")
                : "");
    }

    /// <summary>The verdict, with the first evidence and the best next step of the finding behind it.</summary>
    private static StudyListItem Sentence(ReportRun run, ReportRun? before) => new(
        run.IsAlone ? "Verdict" : run.Title,
        $"{run.Diagnosis.Verdict} {Errors(run.Figures)}{Missed(run.Record)}{(before is null ? "" : Against(before, run))}",
        run.Diagnosis.First is { } first
            ?
            [
                .. first.Evidence.Take(1),
                .. DiagnosisText.BestStepOf(first) is { } step ? [$"Next step: {step}"] : Array.Empty<string>(),
            ]
            : [])
    { Page = run.Page };

    private static string Missed(RunRecord run) => run.Thresholds.Count(threshold => !threshold.Met) is > 0 and var missed
        ? $" {missed} of {Counted(run.Thresholds.Count, "threshold")} failed."
        : "";

    private static StudyTable Thresholds(IReadOnlyList<ReportRun> runs)
    {
        var table = new StudyTableBuilder<(string Run, ThresholdRecord Threshold)>("thresholds", "Thresholds");
        return (runs is [_] ? table : table.Words("run", "run", each => each.Run))
            .Words("threshold", "threshold", each => each.Threshold.Name)
            .Figure("limit", "limit", each => each.Threshold.Limit)
            .Figure("measured", "measured", each => each.Threshold.Measured)
            .Figure("met", "result", each => new Cell(each.Threshold.Met, each.Threshold.Met ? "passed" : "failed")
            {
                CssClass = each.Threshold.Met ? "better" : "worse",
            })
            .Build(runs.SelectMany(run => run.Record.Thresholds.Select(threshold => (run.Title, threshold))));
    }

    /// <summary>Differences with their verdicts, as the comparison of both runs has them; nothing if none has one.</summary>
    private static string Against(ReportRun before, ReportRun run)
    {
        var compared = RunComparison.FromRuns(before.Record, before.Samples, run.Record, run.Samples, Compared);
        var figures =
            from figure in compared
            let verdict = ComparisonText.Verdict(figure.Comparison.Verdict)
            select $"{figure.Metric.Title} {ComparisonText.Difference(figure.Comparison)} ({verdict})";
        return string.Join("; ", figures) is { Length: > 0 } found
            ? $" Compared with {before.Title}: {found}.{TooShort(run, compared)}"
            : "";
    }

    /// <summary>The change that would be seen, of figures for which longer runs would show a smaller one.</summary>
    private static string TooShort(ReportRun run, IReadOnlyList<MetricComparison> compared)
    {
        var open =
            from figure in compared
            where figure.Comparison is { Verdict: ComparisonVerdict.NoDifferenceSeen, FindablePercent: > LongRunsFind }
            select $"{ComparisonText.Unsigned(figure.Comparison.FindablePercent)} ({figure.Metric.Title})";
        var option = run.Record.Manifest is { Published: not null, Mode: not "full" } ? ": --full" : "";
        return string.Join(" or ", open) is { Length: > 0 } needed
            ? $" The runs are too short to tell: only a change of {needed} would be seen. Use longer runs{option}."
            : "";
    }

    private static string Errors(ScenarioFigures figures) => (figures.Successful, figures.Failed) switch
    {
        (0, 0) => "No request was answered or failed before the load ended.",
        (_, 0) => "No error reached a client.",
        (_, var failed) => $"{Counted(failed, "request")} failed or had no answer.",
    };
}
