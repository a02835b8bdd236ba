using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

public sealed class RunPagesTests : WrittenPage
{
    [Fact]
    public async Task ReadAsync_OneRun_HasOnePage()
    {
        var pages = await WriteAsync(1);

        Assert.Equal([At("suite", "report.html")], pages);
        Assert.False(File.Exists(At("run1", "report.html")));
    }

    [Fact]
    public async Task ReadAsync_TwoRuns_HaveAPageEachAndTwoTogether()
    {
        var pages = await WriteAsync(2);

        Assert.Equal([At("suite", "report.html"), At("suite", "comparison.html")], pages);
        Assert.All(
            [.. pages, At("run1", "report.html"), At("run2", "report.html")], page => Assert.True(File.Exists(page), page));
    }

    [Fact]
    public async Task ReadAsync_SevenRuns_AreTooManyToLayOverEachOther() =>
        Assert.Equal([At("suite", "report.html")], await WriteAsync(7));

    [Fact]
    public async Task ReadAsync_ReportNamedAsTheComparison_IsRefused() =>
        await Assert.ThrowsAsync<ArgumentException>(() => WriteAsync(2, "comparison.html"));

    [Fact]
    public async Task ReadAsync_RunsInTheFolderOfASuite_LinkToEachOtherAndToFilesThatExist()
    {
        await WriteAsync(2, inSuite: true);

        Assert.Equal(
            [At("suite", "comparison.html"), At("suite/run1", "report.html"), At("suite/run2", "report.html")],
            LinksOf(At("suite", "report.html")));
        Assert.Equal([At("suite", "report.html"), At("suite", "comparison.html")], LinksOf(At("suite/run2", "report.html")));
        Assert.Equal(
            [At("suite", "report.html"), At("suite/run1", "report.html"), At("suite/run2", "report.html")],
            LinksOf(At("suite", "comparison.html")));
    }

    [Fact]
    public async Task ReadAsync_OneRunAgain_LinksToThePagesOfItsSuiteThatExist()
    {
        await WriteAsync(2, inSuite: true);
        File.Delete(At("suite", "comparison.html"));

        var (run, token) = (At("suite/run1", "report.html"), TestContext.Current.CancellationToken);
        await StudyHtml.WriteAsync(await RunPages.ReadAsync([new RunFolder(Path.GetDirectoryName(run)!)], run, token), run, token);

        Assert.Equal([At("suite", "report.html")], LinksOf(run));
    }

    // A path from one to the other would name the folders between them.
    [Fact]
    public async Task ReadAsync_RunsOutsideTheFolderOfThePage_AreNotLinked()
    {
        await WriteAsync(2);

        Assert.Equal([At("suite", "comparison.html")], LinksOf(At("suite", "report.html")));
        Assert.Empty(LinksOf(At("run1", "report.html")));
    }

    [Fact]
    public async Task ReadAsync_SeveralRuns_LinksEachVerdictToItsRun()
    {
        await WriteAsync(2, inSuite: true);

        var verdicts = Parse(At("suite", "report.html")).Descendants("ul").First(list => (string?)list.Attribute("class") == "verdicts");

        Assert.Equal(["run1/report.html", "run2/report.html"], verdicts.Descendants("a").Select(link => link.Attribute("href")!.Value));
        Assert.Empty(Parse(At("suite/run1", "report.html")).Descendants("section").First().Descendants("a"));
    }

    [Fact]
    public async Task ReadAsync_PrivatePathsInARun_AreOnNoPage()
    {
        var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        var manifest = SampleRecords.Run.Manifest with
        {
            Title = $"Test of {At("suite", "x")}",
            Command = $"lab --runs {FolderOf("")} --data {home}/secret/data.csv",
            Configuration = new Dictionary<string, string> { ["--log"] = At("suite/run1", "a.log") },
        };

        await WriteAsync(2, inSuite: true, run: SampleRecords.Run with { Manifest = manifest });

        var pages = Directory.GetFiles(FolderOf(""), "*.html", SearchOption.AllDirectories);
        Assert.Equal(4, pages.Length);
        Assert.All(pages.Select(File.ReadAllText), page =>
        {
            Assert.DoesNotContain(FolderOf(""), page);
            Assert.DoesNotContain($"{home}/", page);
            Assert.Contains($"lab --runs {Path.GetFileName(Path.TrimEndingDirectorySeparator(FolderOf("")))} --data data.csv", page);
            Assert.Contains("a.log", page);
        });
    }

    /// <summary>The files that the contents of a page link to, as full paths: all of them exist.</summary>
    private static List<string> LinksOf(string page)
    {
        var links = Parse(page).Descendants("nav").First().Descendants("a").Select(link => link.Attribute("href")!.Value)
            .Where(link => link[0] != '#')
            .Select(link => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(page)!, link)))
            .ToList();
        Assert.All(links, link => Assert.True(File.Exists(link), link));
        return links;
    }

    private string At(string folder, string file) => Path.Combine(FolderOf(""), folder, file);

    private async Task<IReadOnlyList<string>> WriteAsync(
        int runs, string name = "report.html", bool inSuite = false, RunRecord? run = null)
    {
        var token = TestContext.Current.CancellationToken;
        var folders =
            Enumerable.Range(1, runs).Select(number => new RunFolder(At(inSuite ? "suite" : "", $"run{number}"))).ToList();
        foreach (var folder in folders)
        {
            await folder.WriteAsync(run ?? SampleRecords.Run, RunSamples.None, token);
        }

        var study = await RunPages.ReadAsync(folders, At("suite", name), token);
        await StudyHtml.WriteAsync(study, At("suite", name), token);
        return [At("suite", name), .. study.Pages.Where(page => page.Name is not null).Select(page => page.Path)];
    }
}
