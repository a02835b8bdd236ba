using DroneDelivery.LoadTests.Insight.Reports.Compared;

namespace DroneDelivery.LoadTests.Insight.Reports.Pages;

/// <summary>
/// All pages of a set of runs. One run has one page. Several runs have a page each, in their folders, a page with all of them
/// next to each other and, for up to six, a page with all of them in the same charts.
/// </summary>
/// <param name="Study">The study of all runs.</param>
/// <param name="Paths">The pages of all runs together, to be opened first.</param>
public sealed record RunPages(Study Study, IReadOnlyList<string> Paths)
{
    public const string Report = $"{ReportStem}.html";
    public const string Comparison = $"{ComparisonStem}.html";

    private const string ReportStem = "report";
    private const string ComparisonStem = "comparison";

    /// <summary>The file name of a page of only these runs, for a folder with others; the comparison has a similar one.</summary>
    public static string ReportOf(IEnumerable<RunFolder> runs) =>
        $"{ReportStem}-{string.Join('-', runs.Select(run => Path.GetFileName(run.Path)))}.html";

    /// <param name="runs">The runs, at least one.</param>
    /// <param name="htmlPath">The page of one run, or of several next to each other; the comparison is next to it.</param>
    /// <exception cref="ArgumentException"><paramref name="htmlPath"/> is the name of the comparison page.</exception>
    /// <exception cref="FileNotFoundException">A folder holds no run.</exception>
    /// <exception cref="IOException">The disk is full or a file cannot be written; the message has its path.</exception>
    public static async Task<RunPages> WriteAsync(
        IReadOnlyList<RunFolder> runs, string htmlPath, CancellationToken cancellationToken)
    {
        var report = Path.GetFullPath(htmlPath);
        var read = await ReportRun.ReadAsync(runs, cancellationToken);
        var study = TuningStudy.Build(read);
        await StudyHtml.WriteAsync(study, report, cancellationToken);
        if (read.Count == 1)
        {
            return new RunPages(study, [report]);
        }

        foreach (var (folder, run) in runs.Zip(read))
        {
            await StudyHtml.WriteAsync(TuningStudy.Build([run]), Path.Combine(folder.Path, Report), cancellationToken);
        }

        return new RunPages(
            study,
            read.Count > ComparedRuns.MaxRuns ? [report] : [report, await CompareAsync(read, report, cancellationToken)]);
    }

    private static async Task<string> CompareAsync(
        IReadOnlyList<ReportRun> runs, string report, CancellationToken cancellationToken)
    {
        var path = Path.Combine(Path.GetDirectoryName(report)!, ComparisonOf(Path.GetFileName(report)));
        if (path == report)
        {
            throw new ArgumentException(
                $"{Comparison} is the name of the page that is written next to the report.", nameof(report));
        }

        await StudyHtml.WriteAsync(ComparisonReport.Build(runs), path, cancellationToken);
        return path;
    }

    private static string ComparisonOf(string report) => report.StartsWith(ReportStem, StringComparison.Ordinal)
        ? ComparisonStem + report[ReportStem.Length..]
        : Comparison;
}
