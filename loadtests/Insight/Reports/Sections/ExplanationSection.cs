using DroneDelivery.LoadTests.Insight.Advice;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The findings for each run, with evidence, the next step and its prediction.</summary>
public static class ExplanationSection
{
    /// <summary>
    /// The study of a lab with the findings for its runs. The console leaves them out; the command explain prints those of a run.
    /// </summary>
    public static Study Add(Study study, IReadOnlyList<RunData> runs)
    {
        var section = Build(ReportRun.WithDistinctTitles([.. runs.Index().Select(run => ReportRun.FromRecord(
            run.Item.Record, run.Item.Samples, RunAnswers.None, run.Index + 1))]));
        return study with { Sections = [.. study.Sections, section with { IsForPages = true }] };
    }

    internal static StudySection Build(IReadOnlyList<ReportRun> runs) => new("explanation", "Limiting causes",
    [
        new StudyProse("Only from the data of the run; the lab's explain command prints the same."),
        .. runs.SelectMany(run => (StudyPart[])
        [
            .. runs is [_] ? Array.Empty<StudyPart>() : [new StudyProse("") { Heading = run.Title }],
            run.Diagnosis.Findings.Count == 0
                ? new StudyProse(run.Diagnosis.Verdict)
                : new StudyList(ListKind.Ranked, [.. run.Diagnosis.Findings.Select(Item)]),
            new StudyNotes([.. run.Diagnosis.Notes, .. run.Diagnosis.NotChecked.Count > 0
                ? [DiagnosisText.NotCheckedInWords(run.Diagnosis)] : Array.Empty<string>()]),
        ]),
    ])
    { IsFolded = runs.Count > 1 };

    private static StudyListItem Item(Finding finding) => new(
        DiagnosisText.Heading(finding), "",
        [.. DiagnosisText.EvidenceOf(finding), .. DiagnosisText.NextStepsOf(finding).Select(step => $"Next step: {step}")]);
}
