using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Reports;

/// <summary>The figures of runs as text: each row has the name of its group once, and every note its number.</summary>
public sealed class RunTextTests
{
    [Fact]
    public void Markdown_Overview_HasTheSameNumberOfCellsInEveryLine()
    {
        var markdown = StudyMarkdown.Render(Overview(SampleRecords.Baseline, SampleRecords.OwnerKey));

        var lines = markdown.Split('\n').SkipWhile(line => line != "## All figures").TakeWhile(line => line != "## Limiting causes")
            .Where(line => line.StartsWith('|')).ToList();
        Assert.Equal("| Figure | Source | Test 1: baseline | Test 4: partition key |", lines[0]);
        Assert.Equal("|---|---|---:|---:|", lines[1]);
        Assert.Contains("| Throughput, req/s | measured here | 19.6 | 19.6 |", lines);
        Assert.Contains("|  | published | 19 | 59 [1] |", lines);
        Assert.All(lines, line => Assert.Equal(5, line.Count(character => character == '|')));
        Assert.Contains("\n[1] 59 req/s is not reachable", markdown);
        Assert.Contains("- **Test 4: partition key** ", markdown);
    }

    [Fact]
    public void Markdown_HostileTitle_StaysInItsCell() =>
        Assert.Contains(
            "\n| Figure | Source | a\\|b &lt;script> c | Test 4: partition key |\n",
            StudyMarkdown.Render(Overview(Titled("a|b <script>\nc"), SampleRecords.OwnerKey)));

    [Fact]
    public void Text_Overview_HasItsColumnsUnderEachOther()
    {
        var lines = StudyText.Render(Overview(SampleRecords.Baseline)).Split('\n');

        var end = lines.Single(line => line.StartsWith("Figure ", StringComparison.Ordinal)).Length;
        Assert.Equal(end, lines.Single(line => line.StartsWith("Throughput, req/s", StringComparison.Ordinal)).Length);
        Assert.Equal(end, lines.Single(line => line.StartsWith("p99 latency, ms", StringComparison.Ordinal)).Length);
        Assert.DoesNotContain(lines, line => line.Contains("Traces kept whole", StringComparison.Ordinal));
    }

    [Fact]
    public void Texts_DebugBuild_SaySo()
    {
        var study = Overview(SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { DebugBuild = true } });

        Assert.Contains("> **Warning:** Debug build", StudyMarkdown.Render(study));
        Assert.Contains("\nWarning: Debug build", StudyText.Render(study));
    }

    private static Study Overview(params RunRecord[] runs) => RunStudy.Build(
        [.. runs.Select((run, index) => ReportRun.FromRecord(run, RunSamples.None, RunAnswers.None, index + 1))]);

    private static RunRecord Titled(string title) =>
        SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { Title = title } };
}
