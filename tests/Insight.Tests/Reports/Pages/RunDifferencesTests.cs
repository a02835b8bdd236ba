using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

/// <summary>What the page says of the differences between a run and the one before it.</summary>
public sealed class RunDifferencesTests : WrittenPage
{
    [Fact]
    public async Task WriteAsync_DifferencesFromTheRunBefore_HaveTheVerdictsOfTheComparison()
    {
        var page = Parse(await WriteAsync(new SyntheticRun(TuningLab.OwnerKey, 120, 1), new SyntheticRun(TuningLab.OwnerKey, 120, 2)));

        var verdict = FindByClass(page, "ul", "verdicts").Elements("li").Last().Value;
        Assert.Matches(
            @"Compared with .+: Requests/s [-+]?[\d.]+ % \(no difference seen\); Mean latency, ms [-+]?[\d.]+ % \(no difference "
            + @"seen\); RU per operation [-+]?[\d.]+ % \(.+\)\.$",
            verdict);
        Assert.Contains("an interval may leave out zero without it", Section(page, "overview").Value);
    }

    [Fact]
    public async Task WriteAsync_FasterRun_IsBetterThanTheOneBefore()
    {
        var page = Parse(await WriteAsync(new SyntheticRun(TuningLab.Baseline, 120, 1), new SyntheticRun(TuningLab.OwnerKey, 120, 2)));

        Assert.Matches(
            @"Requests/s \+[\d.]+ % \(better\); Mean latency, ms -[\d.]+ % \(better\); RU per operation -[\d.]+ % \(better\)\.$",
            FindByClass(page, "ul", "verdicts").Elements("li").Last().Value);
    }

    [Fact]
    public async Task WriteAsync_RunsTooShortForADifference_SaysHowMuchWouldBeSeen()
    {
        var page = Parse(
            await WriteAsync(new SyntheticRun(TuningLab.Baseline, 20, 1), new SyntheticRun(TuningLab.MoreRequestUnits, 20, 2)));

        Assert.Matches(
            @"Requests/s \+[\d.]+ % \(no difference seen\); .*\. The runs are too short to tell: only a change of \d+\.\d % "
            + @"\(Requests/s\) or \d+\.\d % \(Mean latency, ms\) would be seen\. Use longer runs: --full\.",
            FindByClass(page, "ul", "verdicts").Elements("li").Last().Value);
    }

    [Fact]
    public async Task WriteAsync_OneRun_SaysNothingOfDifferences() =>
        Assert.DoesNotContain("an interval may leave out zero", Section(Parse(await WriteAsync([(SampleRecords.Run, [])])), "overview").Value);
}
