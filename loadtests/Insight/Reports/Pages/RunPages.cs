using DroneDelivery.LoadTests.Insight.Reports.Compared;

namespace DroneDelivery.LoadTests.Insight.Reports.Pages;

/// <summary>
/// All pages of a set of runs. One run has one page. Several runs have a page each, in their folders, a page with all of them
/// next to each other and, for up to six, a page with all of them in the same charts.
/// </summary>
public static class RunPages
{
    public const string Report = $"{ReportStem}.html";
    public const string Comparison = $"{ComparisonStem}.html";

    private const string ReportStem = "report";
    private const string ComparisonStem = "comparison";

    /// <summary>The file name of a page of only these runs, for a folder with others; the comparison has a similar one.</summary>
    public static string ReportOf(IEnumerable<RunFolder> runs) =>
        $"{ReportStem}-{string.Join('-', runs.Select(run => Path.GetFileName(run.Path)))}.html";

    /// <summary>The study of the runs, with their other pages.</summary>
    /// <param name="runs">The runs, at least one.</param>
    /// <param name="htmlPath">The page of one run, or of several next to each other; the comparison is next to it.</param>
    /// <exception cref="ArgumentException"><paramref name="htmlPath"/> is the name of the comparison page.</exception>
    /// <exception cref="FileNotFoundException">A folder holds no run.</exception>
    public static async Task<Study> ReadAsync(
        IReadOnlyList<RunFolder> runs, string htmlPath, CancellationToken cancellationToken)
    {
        var read = await ReportRun.ReadAsync(runs, cancellationToken);
        return RunStudy.Build(read) with
        {
            Pages = read.Count == 1 ? [] :
            [
                .. runs.Zip(read, (folder, run) =>
                    new StudyPage(Name: null, Path.Combine(folder.Path, Report), () => RunStudy.Build([run]))),
                .. read.Count > ComparedRuns.MaxRuns ? Array.Empty<StudyPage>() : [Compare(read, Path.GetFullPath(htmlPath))],
            ],
        };
    }

    private static StudyPage Compare(IReadOnlyList<ReportRun> runs, string report)
    {
        var path = Path.Combine(Path.GetDirectoryName(report)!, ComparisonOf(Path.GetFileName(report)));
        return path != report
            ? new StudyPage("Comparison:", path, () => ComparisonReport.Build(runs))
            : throw new ArgumentException(
                $"{Comparison} is the name of the page that is written next to the report.", nameof(report));
    }

    private static string ComparisonOf(string report) => report.StartsWith(ReportStem, StringComparison.Ordinal)
        ? ComparisonStem + report[ReportStem.Length..]
        : Comparison;
}
