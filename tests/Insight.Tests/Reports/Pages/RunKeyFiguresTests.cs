using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

/// <summary>The key figures of one run, and what the page says of their intervals.</summary>
public sealed class RunKeyFiguresTests : WrittenPage
{
    [Fact]
    public async Task WriteAsync_LoadStaysTheSame_FiguresHaveIntervals()
    {
        var run = RunComparisonTests.WithLatencies(new SimulatedRuns(7, rises: false).Draw());

        var page = Parse(await WriteAsync([(run, [])]));

        const string range = @"95 % interval [\d.,]+ to [\d.,]+";
        Assert.Matches(
            $@"^Throughput[\d.]+ req/s{range}Mean latency\d+ ms{range}Median latency\d+ ms{range}p99 latency\d+ ms{range}Failed requests0",
            FindByClass(page, "dl", "tiles").Value);
        Assert.Equal(
            ["An interval covers chance within a run, by resampling its seconds in blocks, and allows 2 % for differences between runs."],
            Notes(await ReadAsync(run)));
    }

    [Fact]
    public async Task WriteAsync_SecondsWithoutDistributions_SaysWhichFiguresHaveNoIntervalAndWhy() => Assert.Contains(
        "No interval for median latency, p99 latency: the run does not have it second by second.",
        Notes(await ReadAsync(new SimulatedRuns(7, rises: false).Draw())));

    // Its seconds differ by their load, which is not chance.
    [Fact]
    public async Task WriteAsync_LoadChanges_FiguresHaveNoInterval()
    {
        var page = await ReadAsync(RunComparisonTests.WithLatencies(new SimulatedRuns(7).Draw()));

        Assert.DoesNotContain("interval", FindByClass(page, "dl", "tiles").Value);
        Assert.Equal(
            ["No interval for throughput, mean latency, median latency, p99 latency: the load changes during the run."], Notes(page));
    }

    private async Task<XElement> ReadAsync(RunRecord run) => Parse(await WriteAsync([(run, [])]));

    private static IEnumerable<string> Notes(XElement page) =>
        FindByClass(Section(page, "overview"), "ul", "notes").Elements("li").Select(item => item.Value);
}
