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

    private const string AllRuns = "All runs";
    private const string Compared = "Comparison";

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
        var report = Path.GetFullPath(htmlPath);
        if (read is [var only])
        {
            var suite = Path.GetDirectoryName(runs[0].Path)!;
            (string, string)[] above = [(AllRuns, Path.Combine(suite, Report)), (Compared, Path.Combine(suite, Comparison))];
            return RunStudy.Build(read) with { Links = Links(report, above.Where(page => File.Exists(page.Item2))) };
        }

        var comparison = read.Count > ComparedRuns.MaxRuns ? null : PathOfComparison(report);
        (string Text, string Path)[] pages =
        [
            (AllRuns, report),
            .. comparison is null ? Array.Empty<(string, string)>() : [(Compared, comparison)],
            .. runs.Zip(read, (folder, run) => (run.Title, Path.Combine(folder.Path, Report))),
        ];
        var linked = read.Zip(pages[^read.Count..], (run, page) => run with
        {
            Page = PageLink.Create(run.Title, report, page.Path)?.Address,
        });
        return RunStudy.Build([.. linked]) with
        {
            Links = Links(report, pages),
            Pages =
            [
                .. read.Zip(pages[^read.Count..], (run, page) => new StudyPage(
                    Name: null, page.Path, () => RunStudy.Build([run]) with { Links = Links(page.Path, pages) })),
                .. comparison is null ? Array.Empty<StudyPage>() :
                [
                    new StudyPage(
                        "Comparison:", comparison, () => ComparisonReport.Build(read) with { Links = Links(comparison, pages) }),
                ],
            ],
        };
    }

    private static IReadOnlyList<PageLink> Links(string from, IEnumerable<(string Text, string Path)> pages) =>
    [
        .. pages.Where(page => page.Path != from).Select(page => PageLink.Create(page.Text, from, page.Path)).OfType<PageLink>(),
    ];

    private static string PathOfComparison(string report)
    {
        var path = Path.Combine(Path.GetDirectoryName(report)!, ComparisonOf(Path.GetFileName(report)));
        return path != report
            ? path
            : throw new ArgumentException(
                $"{Comparison} is the name of the page that is written next to the report.", nameof(report));
    }

    private static string ComparisonOf(string report) => report.StartsWith(ReportStem, StringComparison.Ordinal)
        ? ComparisonStem + report[ReportStem.Length..]
        : Comparison;
}
