using DroneDelivery.LoadTests.Insight.Charts;

namespace DroneDelivery.Insight.Tests.Charts;

public sealed class StackedBarChartTests
{
    private static readonly StackedBarChart Chart = new(
        "id",
        "t",
        "d",
        "ms",
        [new BarPart("work", "fill c3"), new BarPart("waiting", "wait"), new BarPart("empty", "fill c1")],
        [new StackedBar("p50", [30, 10, 0]), new StackedBar("p99", [30, 130, 0])]);

    [Fact]
    public void ToSvg_EmptyPart_IsInNoBarAndNotInTheLegend()
    {
        var bars = Chart.ToSvg().Elements("g").First().Elements("rect").ToList();

        Assert.Equal(2, bars.Count);
        Assert.True((double)bars[1].Attribute("x")! > (double)bars[0].Attribute("x")! + (double)bars[0].Attribute("width")!);
        Assert.DoesNotContain(Chart.ToSvg().Descendants("text"), text => text.Value == "empty");
    }

    [Fact]
    public void ToSvg_PartOfTheClassWait_IsHatchedInEachBar() =>
        Assert.All(Chart.ToSvg().Elements("g").Take(2), bar => Assert.Single(
            bar.Elements("rect"), box => (string?)box.Attribute("fill") == "url(#id-hatch)"));

    [Fact]
    public void ToTable_PartsThatAreNotEmpty_HaveTheirShares()
    {
        var table = Chart.ToTable();

        Assert.Equal(["part, ms", "p50", "p99"], table.Columns);
        Assert.Equal(["work", "waiting", "all"], table.Rows.Select(row => row[0].Text));
        Assert.Equal(["waiting", "10 (25 %)", "130 (81 %)"], table.Rows[1].Select(cell => cell.Text));
        Assert.Equal(["all", "40", "160"], table.Rows[^1].Select(cell => cell.Text));
    }
}
