using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class TableTextTests
{
    [Fact]
    public void Markdown_Table_HasTheSameNumberOfCellsInEveryLine()
    {
        var markdown = TableText.Markdown(TuningTable.Of([SampleRecords.Baseline, SampleRecords.OwnerKey]));

        var lines = markdown.Split('\n').Where(line => line.StartsWith('|')).ToList();
        Assert.Equal("| | | Test 1: baseline | Test 4: partition key |", lines[0]);
        Assert.Equal("|---|---|---:|---:|", lines[1]);
        Assert.Contains("| Throughput, req/s | measured here | 19.6 | 19.6 |", lines);
        Assert.Contains("|  | published | 19 | 59 [1] |", lines);
        Assert.All(lines, line => Assert.Equal(5, line.Count(character => character == '|')));
        Assert.Contains("\n[1] 59 req/s is not reachable", markdown);
    }

    [Fact]
    public void Markdown_HostileTitle_StaysInItsCell()
    {
        var markdown = TableText.Markdown(TuningTable.Of([Titled("a|b <script>\nc")]));

        Assert.StartsWith("| | | a\\|b &lt;script> c |\n", markdown);
    }

    [Fact]
    public void Plain_Table_HasItsColumnsUnderEachOther()
    {
        var lines = TableText.Plain(TuningTable.Of([SampleRecords.Baseline])).Split('\n');

        var end = lines[0].Length;
        Assert.EndsWith("Test 1: baseline", lines[0]);
        Assert.Equal(end, lines.Single(line => line.StartsWith("Throughput, req/s", StringComparison.Ordinal)).Length);
        Assert.Equal(end, lines.Single(line => line.StartsWith("p99 latency, ms", StringComparison.Ordinal)).Length);
    }

    [Fact]
    public void Texts_DebugBuild_SaySoFirst()
    {
        var table = TuningTable.Of([SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { DebugBuild = true } }]);

        Assert.StartsWith("> **Debug build", TableText.Markdown(table));
        Assert.StartsWith("Debug build", TableText.Plain(table));
    }

    private static RunRecord Titled(string title) =>
        SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { Title = title } };
}
