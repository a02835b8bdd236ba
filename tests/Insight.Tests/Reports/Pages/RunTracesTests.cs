using DroneDelivery.Insight.Tests.Queries;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

/// <summary>What the page says of traces, operations and processes.</summary>
public sealed class RunTracesTests : WrittenPage
{
    [Fact]
    public async Task WriteAsync_ThrottledCall_DrawsItsWaitHatched()
    {
        var path = await WriteAsync([new SyntheticRun(TuningLab.Baseline, 45)]);

        var wait = Section(Parse(path), "waterfalls").Descendants("rect").Single(
            bar => (string?)bar.Attribute("class") == "wait");
        var chart = wait.Ancestors("svg").Single();
        var pattern = chart.Descendants("pattern").Single();
        Assert.Equal($"url(#{pattern.Attribute("id")!.Value})", wait.Attribute("fill")!.Value);
        Assert.Contains(chart.Descendants("text"), text => text.Value == "waiting to retry 612 ms");
    }

    [Fact]
    public async Task WriteAsync_OneRunWithEverythingKept_ShowsEachProcessOverTime()
    {
        var run = new SyntheticRun(TuningLab.OwnerKey, 60);

        var page = Parse(await WriteAsync([(run.Record(), SyntheticSamples.Create(run, 60, 40))]));

        Assert.Contains("package with 0.58", Caption(page, "Processor over time"));
        Assert.Contains("delivery with 3; highest: delivery with 3", Caption(page, "Garbage collection"));
        Assert.Contains("highest: delivery with 9", Caption(page, "Thread pool queue"));
        Assert.Contains("gateway0.14 (0.29)120 (133)23 (23)12 (12)8 (8)4.5 (9)88177", Section(page, "processes").Value);
        Assert.Contains("“owner-0001” used the most", Caption(page, "Top logical keys"));
        Assert.Contains("Traces left out1,234", Section(page, "setup").Value);
        Assert.Contains("for the user, of which", Caption(page, "The median request"));
        Assert.Contains("Delivery utilization takes", Caption(page, "Calls from the entry service to its backends"));
        Assert.Contains("An operation makes 1 call and costs 3.2 RU", Caption(page, "Calls and RU of one operation"));
        Assert.Contains(
            "CPU 98.7 % on average, at most 108 %, memory 14.3 % on average, at most 14.3 %; of 2 cores and 7.8 GiB.",
            Caption(page, "All processes together"));
    }

    [Fact]
    public async Task WriteAsync_RunThatStudiesAnotherCall_NamesItsRoute()
    {
        var operation = new OperationRecord("/deliveries/summary", 1, 10, 10, 10, 10);

        var page = Parse(await WriteAsync([(SampleRecords.Run with { Operation = operation }, [])]));

        Assert.Contains("calls of one call of /deliveries/summary, by", Section(page, "operations").Value);
    }

    [Fact]
    public async Task WriteAsync_OneRun_HasTheFiguresOfTheNamedQueries()
    {
        var run = new SyntheticRun(TuningLab.MoreRequestUnits, 60);

        var page = Parse(await WriteAsync([(run.Record(), SyntheticSamples.Create(run, 60, 40))]));

        var folder = new RunFolder(FolderOf("run0"));
        using var database = RunDatabase.OpenRead(folder);
        var partition = database.Read<PartitionUse>("by-partition")[8];
        Assert.Contains(
            FormattableString.Invariant($"8{partition.Calls:#,0}{partition.Throttled:#,0}{partition.Ru:#,0}"),
            Section(page, "request-units").Value);
        Assert.Contains("system, to users: 20040 (100 %)", Section(page, "answers").Value);
    }

    [Fact]
    public async Task WriteAsync_OneRun_ListsTracesWithIdsToCopy()
    {
        var run = new SyntheticRun(TuningLab.MoreRequestUnits, 60);

        var waterfalls = Section(Parse(await WriteAsync([(run.Record(), SyntheticSamples.Create(run, 60, 40))])), "waterfalls");

        using var database = RunDatabase.OpenRead(new RunFolder(FolderOf("run0")));
        var slowest = database.Read<SlowRequest>("slowest")[0];
        var ids = waterfalls.Descendants("td").Where(cell => (string?)cell.Attribute("class") == "trace").Select(cell => cell.Value).ToList();
        Assert.Equal(10, ids.Count);
        Assert.Equal(slowest.TraceId, ids[0]);
        Assert.Contains("query RUN \"SELECT * FROM spans WHERE trace_id = 'TRACE ID' ORDER BY start_ns\"", waterfalls.Value);
    }

    // Five keys that use as much as each other are not hot, and only the advisor says which key is.
    [Fact]
    public async Task WriteAsync_FiveEvenKeys_NoneIsCalledHot()
    {
        var cosmos = SampleRecords.Run.Cosmos;
        var keys = Enumerable.Range(1, 5).Select(key => new LogicalKeyUsage($"owner-{key}", $"{key}", cosmos.RequestUnits / 5, 100, 0));

        var page = Parse(await WriteAsync([(SampleRecords.Run with { Cosmos = cosmos with { TopKeys = [.. keys] } }, [])]));

        Assert.EndsWith("“owner-1” used the most, 20 % of all RU.", Caption(page, "Top logical keys"));
        Assert.DoesNotContain("at the same time", Section(page, "operations").Value);
    }

    [Fact]
    public async Task WriteAsync_NoTraceSampled_SaysSo()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run, [])]));

        Assert.Contains("No complete trace was sampled", Section(page, "waterfalls").Value);
        Assert.Contains("No trace was sampled", Caption(page, "Calls from the entry service to its backends"));
        Assert.Contains("No traced operation", Caption(page, "Calls and RU of one operation"));
    }
}
