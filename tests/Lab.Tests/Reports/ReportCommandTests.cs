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

    [Fact]
    public async Task Report_SomeRunsOfAFolder_LeavesTheReportOfAllAloneAsync()
    {
        var baseline = await _runs.WriteAsync("baseline", SampleRecords.Baseline);
        var ownerKey = await _runs.WriteAsync("owner-key", SampleRecords.OwnerKey);
        await _runs.WriteAsync("more-ru", SampleRecords.Run);

        await CommandRun.RunAsync(ReportCommand.Create(), baseline, ownerKey);

        Assert.Equal(["comparison-baseline-owner-key.html", "report-baseline-owner-key.html"], Pages());
        Assert.False(File.Exists(_runs.In("study.json")));
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
