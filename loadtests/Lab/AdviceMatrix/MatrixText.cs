using DroneDelivery.LoadTests.Insight.Advice;

namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary>The matrix of planted faults and the advisor's findings as Markdown, and one run of it as a line.</summary>
internal static class MatrixText
{
    public static string Line(MatrixRow row) =>
        $"{Milliseconds(row.MeanMs)}, fault costs {Share(row.Cost)}: {Words(row.Verdict)}; {Findings(row)}";

    public static string Markdown(IReadOnlyList<MatrixRow> rows, IReadOnlyList<string> failures, string command) => string.Join(
        Environment.NewLine,
        [
            .. rows.Take(1).Select(row => Heading(row.Diagnosis.Manifest, command)),
            "",
            "| Fault | Strength | Mean | Costs | Findings, first to last | Verdict |",
            "|---|---|---:|---:|---|---|",
            .. rows.Where(row => row.Fault is not null).Select(row =>
                $"| `{row.Fault!.Kind}` | {row.Fault.Strength.ToString().ToLowerInvariant()} | {Milliseconds(row.MeanMs)} "
                + $"| {Share(row.Cost)} | {Findings(row)} | {Words(row.Verdict)} |"),
            "",
            .. Summary(rows),
            .. failures.Select(failure => $"Did not run: {failure}"),
        ]).TrimEnd();

    private static string Heading(RunManifest run, string command) =>
        $"{run.StartedAt:yyyy-MM-dd}, {run.Machine.Os} {run.Machine.Architecture}, {run.Machine.Cores} cores, `{command}`:";

    private static IEnumerable<string> Summary(IReadOnlyList<MatrixRow> rows)
    {
        var faults = rows.Where(row => row.Fault is not null).ToList();
        var healthy = rows.Where(row => row.Fault is null).ToList();
        return
        [
            $"{faults.Count(row => row.Verdict == MatrixVerdict.Right)} right, "
                + $"{faults.Count(row => row.Verdict == MatrixVerdict.Wrong)} wrong, "
                + $"{faults.Count(row => row.Verdict == MatrixVerdict.NotRequired)} that cost too little to be named. "
                + $"{healthy.Sum(row => row.CertainFindings)} certain findings in {healthy.Count} healthy runs.",
            .. healthy.Where(row => row.Diagnosis.Findings.Count > 0)
                .Select(row => $"{row.Diagnosis.Manifest.Title}: {Findings(row)}."),
        ];
    }

    private static string Findings(MatrixRow row) => row.Diagnosis.Findings.Count == 0
        ? "none"
        : string.Join("; ", row.Diagnosis.Findings.Select(finding =>
            $"{finding.Title.TrimEnd('.')} ({DiagnosisText.Words(finding.Confidence)}, {Share(finding.Share)})"));

    private static string Share(double? share) => share is { } known ? Insight.Figures.FigureText.Share(known) : None;

    private static string Words(MatrixVerdict verdict) => verdict switch
    {
        MatrixVerdict.Right => "right",
        MatrixVerdict.Wrong => "**wrong**",
        _ => "not required",
    };
}
