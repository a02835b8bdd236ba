using System.Text;
using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Concurrency;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Concurrency;

public sealed class ConcurrencyTablesTests
{
    private static readonly CellFigures Sync = Cells.Figures("sync-io_read-200ms", 10, 10, 10);
    private static readonly CellFigures Pool = Cells.Figures("pool-io_read-200ms", 200, 200, 200);
    private static readonly CellFigures Unlimited = Cells.Figures("unlimited-io_read-200ms", 400, 400, 400);

    [Fact]
    public void Ratio_SyncAndUnlimited_StandsBesideThePublishedOne()
    {
        var row = Assert.Single(ConcurrencyTables.Of([Unlimited, Sync, Pool]).Highest.Rows);

        Assert.Equal([10, 200, 400], row.Values);
        Assert.Equal(("40x", "40x"), (row.RatioText, row.PublishedText));
        Assert.Equal(0.5, row.ShareOfBest(1));
    }

    [Fact]
    public void Ratio_SyncAnsweredNothing_IsNoFigure()
    {
        var row = Assert.Single(ConcurrencyTables.Of([Cells.Figures("sync-io_read-200ms", 0, 0), Unlimited]).Successful.Rows);

        Assert.Equal("all to none", row.RatioText);
    }

    [Fact]
    public void Tables_CellMissing_LeaveItOut()
    {
        var row = Assert.Single(ConcurrencyTables.Of([Pool, Unlimited]).Highest.Rows);

        Assert.Equal([null, 200, 400], row.Values);
        Assert.Equal("–", row.RatioText);
    }

    [Fact]
    public void Tables_CellTwice_ShowTheLast()
    {
        var row = Assert.Single(ConcurrencyTables.Of([Sync, Cells.Figures("sync-io_read-200ms", 30, 30)]).Highest.Rows);

        Assert.Equal(30, row.Values[0]);
    }

    [Fact]
    public void Warnings_InterruptedCellAndThrottledCalls_SaySo()
    {
        var record = Cells.Record("sync-io_read-200ms", 10);
        var cosmos = record.Cosmos with { DataCallsByStatus = new Dictionary<string, long> { ["429"] = 12 } };
        var figures = CellFigures.Of(
            record with { Manifest = record.Manifest with { Interrupted = true }, Cosmos = cosmos }, RunSamples.None);

        var warnings = ConcurrencyTables.Of([figures, Pool]).Warnings;

        Assert.Equal(2, warnings.Count);
        Assert.EndsWith("a part of the load: sync-io_read-200ms.", warnings[0]);
        Assert.Contains("throttled 12 calls", warnings[1]);
    }

    [Fact]
    public void Text_ThreeCells_AlignsTheirFigures()
    {
        var lines = ConcurrencyText.Plain(ConcurrencyTables.Of([Sync, Pool, Unlimited])).Split('\n');

        Assert.Equal("Highest successful req/s", lines[0]);
        Assert.Matches("^io_read +200 ms +10 +200 +400 +40x +40x$", lines[2]);
        Assert.Equal(lines[1].Length, lines[2].Length);
    }

    [Fact]
    public void Json_Cell_HasItsFigures()
    {
        using var output = new MemoryStream();

        ConcurrencyJson.Write(output, [Pool]);

        var cell = Assert.Single(JsonDocument.Parse(Encoding.UTF8.GetString(output.ToArray())).RootElement.EnumerateArray());
        Assert.Equal("pool-io_read-200ms", cell.GetProperty("cell").GetString());
        Assert.Equal(200, cell.GetProperty("highestPerSecond").GetDouble());
        Assert.Equal(600, cell.GetProperty("successful").GetInt64());
        Assert.Equal(250, cell.GetProperty("boundPerSecond").GetDouble());
    }

    [Fact]
    public void Report_ThreeCells_ShadesThemByTheirShareOfTheBest()
    {
        CellCourse[] cells =
            [Course("sync-io_read-200ms", 10), Course("pool-io_read-200ms", 200), Course("unlimited-io_read-200ms", 400)];

        var html = ConcurrencyReport.Build(cells);

        var table = html.Descendants("section").Single(section => (string?)section.Attribute("id") == "heat").Descendants("table").First();
        Assert.Equal(
            ["heat0", "heat2", "heat5"],
            table.Descendants("td").Select(cell => (string?)cell.Attribute("class")).OfType<string>());
        Assert.Equal(2, html.Descendants("svg").Count());
    }

    private static CellCourse Course(string cell, long perSecond) =>
        CellCourse.Of(Cells.Record(cell, perSecond, perSecond), RunSamples.None);
}
