using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Reports;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>The run folder of <c>http</c>, however the run ends.</summary>
public sealed class HttpRunFolderTests : ServedTests
{
    [Fact]
    public async Task Http_ThresholdMissed_RunFolderHasTheSameFiguresAsync()
    {
        var run = await HttpAsync(
            $"{Server.Address}/?key=secret", "--users", "1", "-n", "20", "--threshold", "max<1us");

        var data = await ReadAsync();
        Assert.Equal(3, run.ExitCode);
        Assert.Contains($"Run:    {WrittenRun().Path}", run.Output);
        Assert.Matches($@"succeeded +[\d.,]+/s +{data.Record.Load.Successful:N0},", run.Output);
        Assert.Equal($"GET {Server.Address}/?key=***", data.Record.Manifest.Title);
        Assert.StartsWith("lab http ", data.Record.Manifest.Command);
        Assert.DoesNotContain("secret", data.Record.Manifest.Command);
        Assert.Equal((false, null), (data.Record.Manifest.Interrupted, data.Record.Manifest.StoppedBy));
        Assert.Equal(data.Record.Load.Sent, data.Samples.Requests.DistinctBy(request => request.TraceId).Count());
        Assert.Equal([ProcessUsageSampler.LoadGenerator], data.Record.Processes.Select(process => process.Name).DefaultIfEmpty(
            ProcessUsageSampler.LoadGenerator));
    }

    [Fact]
    public async Task Http_StoppedByAThreshold_RunFolderNamesItAsync()
    {
        await HttpAsync($"{Server.Address}/fail", "--open", "100/s", "--for", "60s", "--threshold", "errors<1%", "--abort");

        var record = (await ReadAsync()).Record;
        Assert.Equal((false, "errors<1%"), (record.Manifest.Interrupted, record.Manifest.StoppedBy));
        Assert.Contains("503", Assert.Single(record.Load.ErrorsByReason).Key);
    }

    // The system has no database and sent no traces: nothing of them is in the report.
    [Fact]
    public async Task Report_RunOfHttp_HasNoSectionWithoutFiguresAsync()
    {
        await HttpAsync(Server.Address, "--users", "2", "-n", "20");
        var session = Path.GetDirectoryName(WrittenRun().Path)!;

        var report = await CommandRun.RunAsync(ReportCommand.Create(), session);

        var page = await File.ReadAllTextAsync(Path.Combine(session, "report.html"), TestContext.Current.CancellationToken);
        Assert.Equal(0, report.ExitCode);
        Assert.Contains("The slowest, the failed and the median traces", page);
        Assert.All(
            ["Cosmos", "RU per operation", "Throttled", "Request units", "simulation profile", "No trace was sampled", "Container"],
            absent => Assert.DoesNotContain(absent, page));
    }

    [Fact]
    public async Task Merge_RunFolders_CountsTheRequestsOfBothAsync()
    {
        await HttpAsync(Server.Address, "--users", "1", "-n", "20", "--hdr", In("a.hdr"));
        var sent = (await ReadAsync()).Record.Load.Sent;

        var merged = await CommandRun.RunAsync(MergeCommand.Create(), WrittenRun().Path, In("a.hdr"));

        Assert.Contains($"2 files, {2 * sent:N0} values of latency", merged.Output);
    }

    private Task<RunData> ReadAsync() => WrittenRun().ReadAsync(TestContext.Current.CancellationToken);
}
