using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

public sealed class RunPagesTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("insight-");

    public void Dispose() => _folder.Delete(recursive: true);

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

    private string At(string folder, string file) => Path.Combine(_folder.FullName, folder, file);

    private async Task<IReadOnlyList<string>> WriteAsync(int runs, string name = "report.html")
    {
        var token = TestContext.Current.CancellationToken;
        var folders =
            Enumerable.Range(1, runs).Select(number => new RunFolder(Path.Combine(_folder.FullName, $"run{number}"))).ToList();
        foreach (var folder in folders)
        {
            await folder.WriteAsync(SampleRecords.Run, RunSamples.None, token);
        }

        var study = await RunPages.ReadAsync(folders, At("suite", name), token);
        await StudyHtml.WriteAsync(study, At("suite", name), token);
        return [At("suite", name), .. study.Pages.Where(page => page.Name is not null).Select(page => page.Path)];
    }
}
