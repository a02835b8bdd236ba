using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Concurrency;

namespace DroneDelivery.Lab.Tests.Concurrency;

public sealed class CellFiguresTests
{
    private const string Cell = "sync-io_read-200ms";

    [Fact]
    public void HighestRate_LongRun_IsTheMeanOfTheBestFiveSecondsInARow()
    {
        Assert.Equal(180, HighestRate.Find(Cells.Record(Cell, 0, 0, 0, 100, 200, 300, 200, 100, 0, 0).Load));
        Assert.Equal(200, HighestRate.Find(Cells.Record(Cell, 0, 900, 0, 0, 100, 0, 0, 0, 0, 0).Load));
    }

    [Fact]
    public void HighestRate_LastSecondIsAPart_LeavesItOut()
    {
        var load = Cells.Record(Cell, 10, 20, 90).Load with { DurationSeconds = 2.9 };

        Assert.Equal(15, HighestRate.Find(load));
    }

    [Fact]
    public void HighestRate_NoWholeSecond_IsZero() =>
        Assert.Equal(0, HighestRate.Find(Cells.Record(Cell, 9).Load with { DurationSeconds = 0.9 }));

    [Fact]
    public void Pool_SamplesOfTheLoad_AreSummedUp()
    {
        var record = Cells.Record(Cell, 10, 10, 10, 10, 10);
        var samples = Cells.Samples(
            Cells.Told(record, 1, "dotnet.thread_pool.queue.length", 7),
            Cells.Told(record, 3, "dotnet.thread_pool.queue.length", 3),
            Cells.Told(record, 1, "dotnet.thread_pool.work_item.count", 1000),
            Cells.Told(record, 3, "dotnet.thread_pool.work_item.count", 1400),
            Cells.Told(record, 9, "dotnet.thread_pool.work_item.count", 9000),
            Cells.Told(record, 1, "dotnet.gc.collections", 10, "gc.heap.generation=gen0"),
            Cells.Told(record, 3, "dotnet.gc.collections", 15, "gc.heap.generation=gen0"),
            Cells.Told(record, 1, "dotnet.gc.collections", 1, "gc.heap.generation=gen2"),
            Cells.Told(record, 3, "dotnet.gc.collections", 2, "gc.heap.generation=gen2"),
            Cells.Told(record, 1, "dotnet.gc.pause.time", 0.1),
            Cells.Told(record, 3, "dotnet.gc.pause.time", 0.2));

        var figures = CellFigures.FromRun(record, samples);

        Assert.Equal(2, figures.Pool!.MetricsSeconds, 6);
        Assert.Equal(7, figures.Pool.Queue);
        Assert.Equal(200, figures.Pool.WorkItemsPerSecond, 6);
        Assert.Equal([5, 0, 1], figures.Pool.Collections);
        Assert.Equal(0.05, figures.Pool.PauseShare, 6);
        Assert.Equal((1.25, 0.25), (record.CoresOf("package"), record.CoresOf("cosmos-emulator")));
    }

    [Fact]
    public void Pool_ToldOnce_IsUnknown()
    {
        var record = Cells.Record(Cell, 10, 10);

        var figures = CellFigures.FromRun(record, Cells.Samples(Cells.Told(record, 1, "dotnet.thread_pool.work_item.count", 4)));

        Assert.Null(figures.Pool);
    }

    [Fact]
    public void Threads_OfPackage_AreTheMostThatWereSeen()
    {
        var samples = RunSamples.None with
        {
            Processes =
            [
                new ProcessSample("package", 0, 1, 100, 40, null),
                new ProcessSample("package", 1, 1, 100, 90, null),
                new ProcessSample("load-generator", 1, 1, 100, 300, null),
            ],
        };

        Assert.Equal(90, CellFigures.FromRun(Cells.Record(Cell, 10, 10), samples).Threads);
    }

    [Fact]
    public void WorkItemsPerRequest_ProcessFellSilent_AreNotSaid()
    {
        var record = Cells.Record(Cell, 10, 10, 10, 10, 10);
        var early = Cells.Told(record, 0.5, "dotnet.thread_pool.work_item.count", 0);
        var silent = CellFigures.FromRun(
            record, Cells.Samples(early, Cells.Told(record, 1.5, "dotnet.thread_pool.work_item.count", 500)));
        var telling = CellFigures.FromRun(
            record, Cells.Samples(early, Cells.Told(record, 4.5, "dotnet.thread_pool.work_item.count", 400)));

        Assert.Equal(("–", "10"), (WorkItemsOf(silent), WorkItemsOf(telling)));
    }

    [Fact]
    public void FromRun_RunOfAnotherLab_IsRefused()
    {
        var refusal = Assert.Throws<InvalidDataException>(() => CellFigures.FromRun(SampleRecords.Run, RunSamples.None));

        Assert.Equal("tuning baseline is no cell of the concurrency study.", refusal.Message);
    }

    [Fact]
    public void Table_RequestsDueAndNeverSent_AreNotUnanswered()
    {
        var record = Cells.Record(Cell, 18);
        var figures = CellFigures.FromRun(
            record with
            {
                Load = record.Load with { ClientErrors = 3, CutOff = 500, Unanswered = 20, Successes = SampleRecords.Latency(100) },
            },
            RunSamples.None);

        Assert.Equal(["23", "20", "250"], ((string[])["failed", "unanswered", "successP99Ms"]).Select(key => ColumnOf(figures, key)));
    }

    [Fact]
    public void Latency_MoreCutOffThanAnswered_IsALowerBound()
    {
        var record = Cells.Record(Cell, 18);
        var latency = record.Load.Latency with { MeanMs = 920, P99Ms = 3_500, AtLeast = ["mean", "p99"] };
        var figures = CellFigures.FromRun(
            record with { Load = record.Load with { CutOff = 500, Unanswered = 500, Latency = latency } },
            RunSamples.None);

        var notes = ConcurrencyStudy.Build([figures]).Parts<StudyNotes>().SelectMany(part => part.Sentences);

        Assert.Equal(
            ["at least 920", "at least 3,500", "500"],
            ((string[])["meanMs", "p99Ms", "unanswered"]).Select(key => ColumnOf(figures, key)));
        Assert.Contains(notes, note => note.EndsWith("Each cell rests on one run, no interval.", StringComparison.Ordinal));
    }

    private static string WorkItemsOf(CellFigures figures) => ColumnOf(figures, "workItemsPerRequest");

    private static string ColumnOf(CellFigures figures, string key)
    {
        var cells = ConcurrencyStudy.Build([figures]).Tables.Single(table => table.Key == "cells");
        return cells.Rows.Single()[cells.Columns.ToList().FindIndex(column => column.Key == key)].Text;
    }
}
