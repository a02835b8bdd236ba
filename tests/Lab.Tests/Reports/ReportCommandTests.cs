using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab.Reports;

namespace DroneDelivery.Lab.Tests.Reports;

public sealed class ReportCommandTests : IDisposable
{
    private readonly StoredRuns _runs = new();

    public void Dispose() => _runs.Dispose();

    [Fact]
    public async Task Report_AllRunsOfAFolder_IsTheReportOfTheFolderAsync()
    {
        await _runs.WriteAsync("baseline", SampleRecords.Baseline);
        await _runs.WriteAsync("owner-key", SampleRecords.OwnerKey);

        await CommandRun.RunAsync(ReportCommand.Create(), _runs.Path);

        Assert.Equal(["comparison.html", "report.html"], Pages());
    }

    [Theory]
    [InlineData("")]
    [InlineData("/")]
    public async Task Report_SomeRunsOfAFolder_LeavesTheReportOfAllAloneAsync(string end)
    {
        var baseline = await _runs.WriteAsync("baseline", SampleRecords.Baseline);
        var ownerKey = await _runs.WriteAsync("owner-key", SampleRecords.OwnerKey);
        await _runs.WriteAsync("more-ru", SampleRecords.Run);

        await CommandRun.RunAsync(ReportCommand.Create(), $"{baseline}{end}", $"{ownerKey}{end}");

        Assert.Equal(["comparison-baseline-owner-key.html", "report-baseline-owner-key.html"], Pages());
        Assert.False(File.Exists(_runs.In("study.json")));
    }

    [Fact]
    public async Task Report_OneRunWithASeparatorAtItsEnd_IsInItsFolderAsync()
    {
        var baseline = await _runs.WriteAsync("baseline", SampleRecords.Baseline);

        await CommandRun.RunAsync(ReportCommand.Create(), $"{baseline}/");

        Assert.Empty(Pages());
        Assert.True(File.Exists(_runs.In("baseline/report.html")));
    }

    [Fact]
    public async Task Report_SuiteOfOneRun_IsInTheFolderOfTheSuiteAsync()
    {
        await _runs.WriteAsync("baseline", SampleRecords.Baseline);

        await CommandRun.RunAsync(ReportCommand.Create(), _runs.Path);

        Assert.Equal(["report.html"], Pages());
        Assert.False(File.Exists(_runs.In("baseline/report.html")));
    }

    private IEnumerable<string?> Pages() => Directory.EnumerateFiles(_runs.Path, "*.html").Select(Path.GetFileName).Order();
}
