using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Concurrency;

namespace DroneDelivery.Lab.Tests.Concurrency;

public sealed class ConcurrencyStudyTests
{
    private static readonly CellFigures Sync = Cells.Figures("sync-io_read-200ms", 10, 10, 10);
    private static readonly CellFigures Pool = Cells.Figures("pool-io_read-200ms", 200, 200, 200);
    private static readonly CellFigures Refuse = Cells.Refusing("refuse-io_read-200ms");
    private static readonly CellFigures Unlimited = Cells.Figures("unlimited-io_read-200ms", 400, 400, 400);

    [Fact]
    public void Ratio_SyncAndUnlimited_IsNextToThePublishedOne()
    {
        var row = RowOf("highest", Unlimited, Sync, Pool);
        var successful = RowOf("successful", Unlimited, Sync, Pool).Select(cell => cell.Text).ToList();

        Assert.Equal(["io_read", "200 ms", "10", "200", "–", "400", "40x"], row.Select(cell => cell.Text));
        // The published ratio is of successful requests, not of their highest rate.
        Assert.Equal(("40x", "40x", 8), (successful[^2], successful[^1], successful.Count));
        Assert.Equal(["heat0", "heat2", "heat5"], row.Select(cell => cell.CssClass).OfType<string>());
    }

    [Fact]
    public void Ratio_SyncAnsweredNothing_IsNoFigure() =>
        Assert.Contains("sync had none", RowOf("successful", Cells.Figures("sync-io_read-200ms", 0, 0), Unlimited).Select(cell => cell.Text));

    [Fact]
    public void Tables_CellMissing_LeaveItOut() =>
        Assert.Equal(
            ["io_read", "200 ms", "–", "200", "–", "400", "–"], RowOf("highest", Pool, Unlimited).Select(cell => cell.Text));

    [Fact]
    public void Tables_CellTwice_ShowTheLast() =>
        Assert.Equal(30.0, RowOf("highest", Sync, Cells.Figures("sync-io_read-200ms", 30, 30))[2].Value);

    [Fact]
    public void Warnings_InterruptedCellAndThrottledCalls_SaySo()
    {
        var record = Cells.Record("sync-io_read-200ms", 10);
        var cosmos = record.Cosmos with { DataCallsByStatus = new Dictionary<string, long> { ["429"] = 12 } };
        var figures = CellFigures.FromRun(
            record with { Manifest = record.Manifest with { Interrupted = true }, Cosmos = cosmos }, RunSamples.None);

        var study = ConcurrencyStudy.Build([figures, Pool]);

        Assert.True(study.Envelope.Interrupted);
        Assert.Contains(study.Warnings, warning => warning.EndsWith("a part of the load: sync-io_read-200ms.", StringComparison.Ordinal));
        Assert.Contains(study.Warnings, warning => warning.Contains("throttled 12 calls", StringComparison.Ordinal));
    }

    [Fact]
    public void Cells_AnyCell_HasItsFiguresForPrograms()
    {
        var table = ConcurrencyStudy.Build([Pool]).Tables.Single(each => each.Key == "cells");

        var row = table.Columns.Zip(Assert.Single(table.Rows)).ToDictionary(cell => cell.First.Key, cell => cell.Second.Value);
        Assert.Equal(("pool-io_read-200ms", 200.0, 600L, 250.0), (row["cell"], row["highestPerSecond"], row["successful"], row["boundPerSecond"]));
    }

    [Fact]
    public void Cells_PoolThatRefuses_HaveTheShareThatFailed()
    {
        var table = ConcurrencyStudy.Build([Refuse]).Tables.Single(each => each.Key == "cells");

        var row = table.Columns.Zip(Assert.Single(table.Rows)).ToDictionary(cell => cell.First.Key, cell => cell.Second.Value);
        Assert.Equal((0.75, 900L, 890L, 250.0), (row["failedShare"], row["failed"], row["refused"], row["boundPerSecond"]));
    }

    [Fact]
    public void Charts_Cells_HaveEachSecondOfEachCell()
    {
        var charts = ConcurrencyStudy.Build([Sync, Refuse]).Parts<StudyChart>().ToDictionary(part => part.Heading, part => part.Chart);

        Assert.Equal(
            ["successful requests", "failed requests", "mean latency", "users", "threads"],
            charts.Keys.Select(heading => heading.Replace("io_read, 200 ms: ", "", StringComparison.Ordinal)));
        Assert.Equal([[0.5, 10.0, 100.0], [1.5, 10.0, 100.0], [2.5, 10.0, 100.0]], FiguresOf("successful requests"));
        Assert.Equal([[0.5, 0.0, 300.0], [1.5, 0.0, 300.0], [2.5, 0.0, 300.0]], FiguresOf("failed requests"));
        Assert.Equal([[0.5, 10.0, 2.0], [1.5, 10.0, null], [2.5, 10.0, 2.0]], FiguresOf("mean latency"));
        Assert.Equal([[0.5, 500.0, 250.0], [1.5, 500.0, null], [2.5, 500.0, 500.0]], FiguresOf("users"));
        Assert.Equal("share of those sent: sync 0 %, refuse 75 %.", charts["io_read, 200 ms: failed requests"].Description);

        IEnumerable<object?[]> FiguresOf(string chart) =>
            charts[$"io_read, 200 ms: {chart}"].ToTable().Rows.Select(row => row.Select(cell => cell.Value).ToArray());
    }

    [Fact]
    public void Charts_SeveralLatencies_OnlyTheHighestIsOpen()
    {
        var study = ConcurrencyStudy.Build([Cells.Figures("sync-io_read-100ms", 10), Sync, Cells.Figures("sync-cpu-0ms", 10)]);

        Assert.Equal(
            [("over-time-cpu-0ms", false), ("over-time-io_read-100ms", true), ("over-time-io_read-200ms", false)],
            study.Sections.Where(section => section.Parts.OfType<StudyChart>().Any()).Select(section => (section.Id, section.IsFolded)));
    }

    private static IReadOnlyList<Cell> RowOf(string table, params CellFigures[] cells) =>
        Assert.Single(ConcurrencyStudy.Build(cells).Tables.Single(each => each.Key == table).Rows);
}
