using DroneDelivery.LoadTests.Insight.Reports.Compared;

namespace DroneDelivery.LoadTests.Insight.Reports.Pages;

/// <summary>The study of two to six runs in the same charts, with their differences.</summary>
internal static class ComparisonReport
{
    /// <exception cref="ArgumentException">There are fewer than two runs or more than six.</exception>
    public static Study Build(IReadOnlyList<ReportRun> reportRuns)
    {
        var runs = new ComparedRuns(reportRuns);
        IReadOnlyList<RunRecord> records = [.. reportRuns.Select(run => run.Record)];
        var others = runs.Names.Count > 2 ? $" and {runs.Names.Count - 2} more" : "";
        return new Study(
            StudyEnvelope.FromRuns(records, $"{string.Join(" against ", runs.Names.Take(2))}{others}"),
            $"{runs.Names.Count} runs laid over each other. Each is compared with the first, {runs.Names[0]}.",
            [
                new StudySection("differences", "Differences", [.. Differences(runs, records)]),
                ExplanationSection.Build(reportRuns),
                .. RunParts.WithFigures(reportRuns, new ComparedSections(runs).Build()),
                SetupSection.Build(reportRuns),
            ])
        {
            Warnings =
            [
                .. RunWarnings.ForRuns(records),
                .. new[] { RunGroups.Unlike([.. records.Select(run => run.Manifest)]), RunGroups.UnlikeLatency(records) }
                    .OfType<string>(),
            ],
        };
    }

    private static IEnumerable<StudyPart> Differences(ComparedRuns runs, IReadOnlyList<RunRecord> records)
    {
        var settings = RunTable.Settings(records).ToList();
        yield return new StudyList(ListKind.Sentences, [.. runs.Each((run, index, name) => new StudyListItem(
            name,
            FormattableString.Invariant($"{run.Title}, {run.Record.Manifest.StartedAt:yyyy-MM-dd HH:mm}")
                + string.Concat(settings.Select(setting => $", {setting.Name} {setting.Values[index]}"))))]);
        yield return DifferenceTable.Build(runs);
        if (records.Any(run => run.Manifest.Published is not null))
        {
            yield return RunTable.Build(records) with { Key = "published", Fold = "All figures next to the published ones" };
        }
    }
}
