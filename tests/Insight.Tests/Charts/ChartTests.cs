using System.Xml.Linq;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Charts;

namespace DroneDelivery.Insight.Tests.Charts;

public sealed class ChartTests
{
    [Fact]
    public void LineChart_TwoLinesThatEndTogether_KeepTheirLabelsApart()
    {
        var chart = new LineChart("t", "d", "s", "ms", [Line("mean", 100), Line("p95", 101)]).ToSvg();

        var labels = chart.Elements("text").Where(text => text.Value is "mean" or "p95").Select(Y).Order().ToList();
        Assert.True(labels[1] - labels[0] >= 14, $"The labels stand at {labels[0]} and {labels[1]}.");
    }

    [Fact]
    public void LineChart_NothingMeasured_DrawsItsAxes()
    {
        var chart = new LineChart("t", "d", "s", "ms", [new ChartLine("mean", "c1", [])]).ToSvg();

        Assert.DoesNotContain("NaN", chart.ToString());
        Assert.Contains(chart.Elements("text"), text => text.Value == "ms");
    }

    [Fact]
    public void LineChart_PointThatIsNotStated_LeavesAGap()
    {
        var line = new ChartLine("p99", "c1", [new(0, 1), new(1, 2), new(2, double.NaN), new(3, 3), new(4, double.NaN)]);
        var chart = new LineChart("t", "d", "s", "ms", [line]);

        var path = chart.ToSvg().Elements("path").Single(each => each.Attribute("class")?.Value == "line c1").Attribute("d")!.Value;
        Assert.Equal("MLM", string.Concat(path.Where(char.IsLetter)));
        Assert.DoesNotContain("NaN", chart.ToSvg().ToString());
        Assert.Equal(["1", "2", "–", "3", "–"], chart.ToTable().Rows.Select(row => row[1].Text));
    }

    /// <summary>A search measures its rates in any order: a line between them would zigzag.</summary>
    [Fact]
    public void LineChart_OnlyPoints_DrawsACircleForEach()
    {
        var line = new ChartLine("p99", "c1", [new(2, 1), new(1, 2), new(1, double.NaN)]) { OnlyPoints = true };

        var path = new LineChart("t", "d", "s", "ms", [line]).ToSvg().Elements("path")
            .Single(each => each.Attribute("class")?.Value == "line c1").Attribute("d")!.Value;

        Assert.Equal("MaaMaa", string.Concat(path.Where(char.IsLetter)));
    }

    [Fact]
    public void LineChart_LowerBound_IsNoPlainFigure()
    {
        ChartPoint[] points = [ChartPoint.FromLatency(0, new LatencyValue(5)), ChartPoint.FromLatency(1, new LatencyValue(7, AtLeast: true))];
        var chart = new LineChart("t", "d.", "s", "ms", [new ChartLine("p99", "c1", points)]);

        Assert.Equal(["5", "at least 7"], chart.ToTable().Rows.Select(row => row[1].Text));
        Assert.StartsWith("d. Some points are lower bounds", chart.Description);
    }

    [Theory]
    [InlineData(2, null)]
    [InlineData(9, "end")]
    public void LineChart_Mark_HasItsLabelOnTheSideWithSpace(double at, string? anchor)
    {
        var chart = new LineChart("t", "d", "users", "ms", [Line("mean", 100)]) { Mark = new AxisMark("knee: 2 users", at) }.ToSvg();

        var mark = chart.Descendants("path").Single(path => path.Attribute("class")?.Value == "mark");
        var label = chart.Descendants("text").Single(text => text.Value == "knee: 2 users");
        Assert.Equal(anchor, label.Attribute("text-anchor")?.Value);
        Assert.Equal(PointsOf(mark)[0], Number(label, "x") + (anchor is null ? -4 : 4), 0.2);
        Assert.Equal(PointsOf(mark)[0], PointsOf(mark)[2]);
    }

    [Fact]
    public void HeatMap_CellAboveTheLimit_HasAColourOfItsOwn()
    {
        HeatRow[] rows = [new("0", [0, 0.99, 1.02]), new("1", [0, 0, 1.5])];

        var map = new HeatMap("t", "d", "partition", "s", 1, rows).ToSvg();

        Assert.Equal([3, 1, 2], new[] { "heat0", "heat5", "heat6" }.Select(level => CellsOf(map, level)));
    }

    [Fact]
    public void BarChart_Marker_StandsBeyondTheBarItBelongsTo()
    {
        var chart = new BarChart("t", "d", [new Bar("gateway", 50, "50 ms", Marker: 100)]).ToSvg();

        var bar = chart.Descendants("rect").Single();
        var marker = chart.Descendants("path").Single(path => path.Attribute("class")?.Value == "marker").Attribute("d")!.Value;
        var end = Number(bar, "x") + Number(bar, "width");
        Assert.True(double.Parse(marker[1..marker.IndexOf(' ')]) > end, $"The bar ends at {end}, the marker is {marker}.");
    }

    [Theory]
    [InlineData(600, 900, 1_000)]
    [InlineData(990, 995, 1_000)]
    [InlineData(10, 20, 1_000)]
    [InlineData(1_000, 1_050, 1_100)]
    public void DistributionChart_Marks_HaveLabelsThatLieOverNoOtherMark(double p50, double p95, double p99)
    {
        AxisMark[] marks = [new("p50 at least 600 ms", p50), new("p95 at least 900 ms", p95), new("p99 at least 1,000 ms", p99)];

        var chart = new DistributionChart("t", "d", "ms", "%", [new ChartColumn(0, 100, 20)], marks) { LargestX = 1_100 }.ToSvg();

        var drawn = chart.Elements("g").Select(mark => (Label: mark.Element("text")!, Line: PointsOf(mark.Element("path")!))).ToList();
        Assert.Equal(3, drawn.Count);
        Assert.All(drawn, mark =>
        {
            var (from, y) = (Number(mark.Label, "x"), Y(mark.Label));
            var to = from + (6.6 * mark.Label.Value.Length);
            Assert.Null(mark.Label.Attribute("text-anchor"));
            Assert.InRange(from, mark.Line[0], mark.Line[0] + 5);
            Assert.InRange(to, 0, 420);
            Assert.DoesNotContain(drawn, other =>
                other != mark && other.Line[0] >= from && other.Line[0] <= to && other.Line[1] < y && other.Line[3] > y);
        });
    }

    [Fact]
    public void Chart_Every_IsAnImageWithTitleAndDescription()
    {
        XElement[] charts =
        [
            new LineChart("title", "text", "s", "ms", [Line("mean", 1)]).ToSvg(),
            new BarChart("title", "text", [new Bar("a", 1, "1")]).ToSvg(),
            new HeatMap("title", "text", "partition", "s", 1, [new HeatRow("0", [1])]).ToSvg(),
            new DistributionChart("title", "text", "ms", "%", [new ChartColumn(0, 1, 2)], []) { LargestX = 10 }.ToSvg(),
        ];

        Assert.All(charts, chart => Assert.Equal("img", chart.Attribute("role")?.Value));
        Assert.All(
            charts, chart => Assert.Equal(("title", "text"), (chart.Element("title")?.Value, chart.Element("desc")?.Value)));
    }

    [Fact]
    public void LineChart_LinesOfDifferentTimes_ShareATableByTime()
    {
        ChartLine[] lines = [new("a", "s1", [new(1, 10), new(2, 20)]), new("b", "s2", [new(2, 5)])];

        var table = new LineChart("t", "d", "time, s", "ms", lines).ToTable();

        Assert.Equal(["time, s", "a", "b"], table.Columns);
        Assert.Equal([["1", "10", "–"], ["2", "20", "5"]], table.Rows.Select(row => row.Select(cell => cell.Text)));
    }

    [Fact]
    public void HeatMap_Table_HasAColumnForEachPartition()
    {
        var table = new HeatMap("t", "d", "partition", "time, s", 5, [new("0", [0.5, 1]), new("1", [0.25])]).ToTable();

        Assert.Equal(["time, s", "partition 0", "partition 1"], table.Columns);
        Assert.Equal([["0", "50 %", "25 %"], ["5", "100 %", "–"]], table.Rows.Select(row => row.Select(cell => cell.Text)));
    }

    [Fact]
    public void BarChart_TableOfMarkedBars_NamesBothValues()
    {
        var chart = new BarChart("t", "d", [new Bar("gateway", 1, "1", Marker: 2)]) { ValueName = "mean", MarkerName = "p95" };

        Assert.Equal(["", "mean", "p95"], chart.ToTable().Columns);
        Assert.Equal(["gateway", "1", "2"], Assert.Single(chart.ToTable().Rows).Select(cell => cell.Text));
    }

    [Fact]
    public void DistributionChart_AxisOfAnotherChart_HasItsTicks()
    {
        var low = new DistributionChart("t", "d", "ms", "%", [new ChartColumn(0, 1, 12)], []) { LargestX = 10 };
        var high = new DistributionChart("t", "d", "ms", "%", [new ChartColumn(0, 1, 22)], []) { LargestX = 10 };

        Assert.Equal(Ticks(high), Ticks(low with { Largest = high.Largest }));
        Assert.NotEqual(Ticks(high), Ticks(low));

        static IEnumerable<string> Ticks(DistributionChart chart) => chart.ToSvg().Elements("text")
            .Where(text => text.Attribute("class")?.Value == "tick" && text.Attribute("text-anchor")?.Value == "end")
            .Select(text => text.Value);
    }

    private static ChartLine Line(string label, double end) => new(label, "c1", [new ChartPoint(0, 0), new ChartPoint(10, end)]);

    private static int CellsOf(XElement map, string level) =>
        map.Elements("path")
            .Where(path => path.Attribute("class")?.Value == level)
            .Sum(path => path.Attribute("d")!.Value.Count(letter => letter == 'M'));

    /// <summary>The coordinates of a straight line: x and y of its start, x and y of its end.</summary>
    private static double[] PointsOf(XElement line) =>
        [.. line.Attribute("d")!.Value.Split(['M', ' ', 'L'], StringSplitOptions.RemoveEmptyEntries).Select(double.Parse)];

    private static double Y(XElement text) => Number(text, "y");

    private static double Number(XElement element, string attribute) => (double)element.Attribute(attribute)!;
}
