using System.Text.Json.Nodes;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Runs;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Insight.Tests.Runs;

public sealed class RunFolderTests : IDisposable
{
    private static readonly RunSamples Samples = new(
        [.. TraceBuilder.Invoice("trace-1", 120).Cosmos("3", 20, 5, 429, 612).Cosmos("3", 637, 40).Spans],
        [
            Request("trace-1", 200, null, 431),
            Request("trace-2", 0, "timeout", 0) with { Extra = true },
        ],
        [new MetricSample("delivery", "process.cpu.time", "cpu.mode=user", 1_000, 2.5), new MetricSample("delivery", "ratio", "", 1_000, double.NaN)],
        [
            new ProcessSample("delivery", 0, 0.25, 180.5, 31, 44) { Handles = 60 },
            new ProcessSample("delivery", 1, 0.5, 181, 32, null),
        ])
    {
        Attempts = [new Attempt(0.5, 0.25, AttemptOutcome.Refused, IsRetry: true)],
        ExtraTraces = ["trace-1"],
        Losses = new SampleLosses { Traces = 1, Spans = 2, Requests = 3, Metrics = 4, AtSource = 5 },
    };

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-run-");

    private RunFolder Folder => new(_folder.FullName);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task ReadSamplesAsync_WrittenBefore_GivesBackEverySample()
    {
        await Folder.WriteAsync(SampleRecords.Run, Samples, Token);

        var read = await Folder.ReadSamplesAsync(Token);

        Assert.Equivalent(Samples, read, strict: true);
    }

    [Fact]
    public async Task ReadSamplesAsync_NoDatabase_IsNone() =>
        Assert.Same(RunSamples.None, await Folder.ReadSamplesAsync(Token));

    [Fact]
    public async Task ReadSamplesAsync_FileIsNoDatabase_NamesIt()
    {
        await File.WriteAllTextAsync(Folder.DatabaseFile, "certainly not a database, whatever its name says", Token);

        var error = await Assert.ThrowsAsync<InvalidDataException>(() => Folder.ReadSamplesAsync(Token));

        Assert.Contains(Folder.DatabaseFile, error.Message);
    }

    [Fact]
    public async Task ReadSamplesAsync_OtherVersion_SaysWhich()
    {
        await Folder.WriteAsync(SampleRecords.Run, Samples, Token);
        using (var connection = RunDatabaseFile.Open(Folder.DatabaseFile, SqliteOpenMode.ReadWrite))
        {
            Execute(connection, "UPDATE run SET value = '99' WHERE name = 'schema.version'");
        }

        var error = await Assert.ThrowsAsync<InvalidDataException>(() => Folder.ReadSamplesAsync(Token));

        Assert.Contains("version 99", error.Message);
    }

    [Fact]
    public async Task WriteAsync_SecondWithBoundsAndDrops_KeepsThemInBothFiles()
    {
        var bound = new LatencyValue(700, AtLeast: true);
        var step = new StepSummary(10, 1, 20, 2, bound, LatencyValue.None);
        var run = SampleRecords.Run with
        {
            Load = SampleRecords.Run.Load with
            {
                Seconds = [new SecondSample(0, 10, 20, 2, bound, 650, new LatencyValue(null, NotStated: "dropped"))],
                Steps = [step],
            },
        };

        await Folder.WriteAsync(run, RunSamples.None, Token);

        var load = (await Folder.ReadRecordAsync(Token)).Load;
        var second = Assert.Single(load.Seconds);
        Assert.Equal((bound, (LatencyValue)650, LatencyValue.None), (second.MeanMs, second.P50Ms, second.P95Ms));
        Assert.Equal(step, Assert.Single(load.Steps));
        Assert.Equal([700.0, 650.0, DBNull.Value, "meanMs"], Read("SELECT mean_ms, p50_ms, p95_ms, at_least FROM load_seconds"));
    }

    [Fact]
    public async Task WriteAsync_ManifestAndLatency_HaveTheirMembersInTheDocumentedOrder()
    {
        await Folder.WriteAsync(SampleRecords.Run, RunSamples.None, Token);

        var json = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(_folder.FullName, "run.json"), Token))!;

        Assert.Equal(
            [
                "lab", "scenario", "title", "startedAt", "profile", "profileSettings", "mode", "debugBuild", "interrupted", "command",
                "commit", "machine", "configuration", "load", "published", "flags", "labSettings", "emulatorRun", "engine",
                "stoppedBy", "isRemote",
            ],
            json["manifest"]!.AsObject().Select(member => member.Key));
        Assert.Equal(
            ["meanMs", "p50Ms", "p75Ms", "p90Ms", "p95Ms", "p99Ms", "p999Ms", "p9999Ms", "maxMs"],
            json["load"]!["latency"]!.AsObject().Select(member => member.Key));
    }

    [Fact]
    public async Task ReadRecordAsync_WithoutMembersThatMayBeNull_ReadsTheOthers()
    {
        await Folder.WriteAsync(SampleRecords.Run, RunSamples.None, Token);
        var recordFile = Path.Combine(_folder.FullName, "run.json");
        var json = JsonNode.Parse(await File.ReadAllTextAsync(recordFile, Token))!;
        Assert.All(["commit", "published"], member => Assert.True(json["manifest"]!.AsObject().Remove(member)));
        Assert.All(
            ["p90Ms", "p999Ms", "p9999Ms", "maxMs"], member => Assert.True(json["load"]!["latency"]!.AsObject().Remove(member)));
        await File.WriteAllTextAsync(recordFile, json.ToJsonString(), Token);

        var record = await Folder.ReadRecordAsync(Token);

        var (run, latency) = (SampleRecords.Run, SampleRecords.Run.Load.Latency);
        Assert.Equivalent(run.Manifest with { Commit = null, Published = null }, record.Manifest, strict: true);
        Assert.Equal(latency with { P90Ms = null, P999Ms = null, P9999Ms = null, MaxMs = null }, record.Load.Latency);
    }

    /// <summary>Version 1 has no number.</summary>
    [Theory]
    [InlineData(null, "1")]
    [InlineData(2, "2")]
    [InlineData(RunRecord.CurrentVersion + 1, "4")]
    public async Task ReadRecordAsync_AnotherVersion_IsRefusedByName(int? version, string named)
    {
        await Folder.WriteAsync(SampleRecords.Run, RunSamples.None, Token);
        var recordFile = Path.Combine(_folder.FullName, "run.json");
        var json = JsonNode.Parse(await File.ReadAllTextAsync(recordFile, Token))!.AsObject();
        Assert.True(json.Remove("schemaVersion"));
        if (version is { } number)
        {
            json["schemaVersion"] = number;
        }

        await File.WriteAllTextAsync(recordFile, json.ToJsonString(), Token);

        var error = await Assert.ThrowsAsync<InvalidDataException>(() => Folder.ReadRecordAsync(Token));

        Assert.StartsWith($"{recordFile} has schema version {named}; this program reads {RunRecord.CurrentVersion}. ", error.Message);
    }

    [Theory]
    [InlineData("3")]
    [InlineData("5")]
    public async Task ReadSamplesAsync_AnotherVersion_IsRefusedByName(string version)
    {
        await Folder.WriteAsync(SampleRecords.Run, RunSamples.None, Token);
        using (var connection = RunDatabaseFile.Open(Folder.DatabaseFile, SqliteOpenMode.ReadWrite))
        {
            Execute(connection, $"UPDATE run SET value = '{version}' WHERE name = 'schema.version'");
        }

        var error = await Assert.ThrowsAsync<InvalidDataException>(() => Folder.ReadSamplesAsync(Token));

        Assert.StartsWith(
            $"{Folder.DatabaseFile} has schema version {version}; this program reads {RunDatabaseFile.SchemaVersion}. ",
            error.Message);
    }

    [Fact]
    public async Task ReadRecordAsync_Thresholds_AreThoseWritten()
    {
        ThresholdRecord[] thresholds = [new("p99", "<250ms", "231 ms", Met: true), new("errors", "<1%", "2 %", Met: false)];

        await Folder.WriteAsync(SampleRecords.Run with { Thresholds = thresholds }, RunSamples.None, Token);

        Assert.Equal(thresholds, (await Folder.ReadRecordAsync(Token)).Thresholds);
    }

    [Fact]
    public async Task WriteAsync_SpanOfACosmosCall_HasItsFactsInColumns()
    {
        await Folder.WriteAsync(SampleRecords.Run, Samples, Token);

        var row = Read("""
            SELECT cosmos_call, status, partition, request_units, retry_after_ms, duration_ms, attributes ->> 'drone.cosmos.call'
            FROM spans WHERE cosmos_call IS NOT NULL ORDER BY start_ns LIMIT 1
            """);

        Assert.Equal(["data", 429L, "3", 0.38, 612.0, 5.0, "data"], row);
    }

    [Fact]
    public async Task WriteAsync_Record_IsKeptBySecondAndAsFacts()
    {
        await Folder.WriteAsync(SampleRecords.Run, RunSamples.None, Token);

        Assert.Equal(["baseline"], Read("SELECT value FROM run WHERE name = 'scenario'"));
        Assert.Equal(["900"], Read("SELECT value FROM run WHERE name = 'flag.--throughput'"));
        Assert.Equal([50L, 980L + 20], Read("SELECT count(*), sum(successful) FROM load_seconds"));
        Assert.Equal([9L, 900.0], Read("SELECT count(*), sum(budget_ru_per_second) FROM partitions"));
        Assert.Equal([450L], Read("SELECT count(*) FROM partition_seconds"));
        Assert.Equal([360L], Read("SELECT calls FROM cosmos_answers WHERE kind = 'data' AND status = 429"));
    }

    [Fact]
    public async Task WriteAsync_Again_ReplacesWhatWasThere()
    {
        await Folder.WriteAsync(SampleRecords.Run, Samples, Token);

        await Folder.WriteAsync(SampleRecords.Run, RunSamples.None, Token);

        Assert.Empty((await Folder.ReadSamplesAsync(Token)).Spans);
    }

    // A folder where the file should go: SQLite can open it no more than it can write to a full disk.
    [Fact]
    public async Task WriteAsync_FileCannotBeMade_NamesItAndLeavesNothingBehind()
    {
        Directory.CreateDirectory(Folder.DatabaseFile);

        var error = await Assert.ThrowsAnyAsync<Exception>(() => Folder.WriteAsync(SampleRecords.Run, Samples, Token));

        Assert.True(error is IOException or UnauthorizedAccessException, error.ToString());
        Assert.Empty(_folder.EnumerateFiles("*.partial"));
    }

    [Fact]
    public void CannotWrite_DiskIsFull_SaysSoAndNamesTheFile()
    {
        using var connection = RunDatabaseFile.Open(
            Path.Combine(_folder.FullName, "small.sqlite"), SqliteOpenMode.ReadWriteCreate);
        Execute(connection, "CREATE TABLE large (bytes)");
        Execute(connection, "PRAGMA max_page_count = 2");
        var full = Assert.Throws<SqliteException>(() => Execute(connection, "INSERT INTO large VALUES (zeroblob(100000))"));

        var error = RunDatabaseFile.CannotWrite("runs/x/run.sqlite", full);

        Assert.Equal("runs/x/run.sqlite cannot be written: database or disk is full.", error.Message);
    }

    [Fact]
    public async Task WriteAsync_Cancelled_LeavesNoDatabase()
    {
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();

        Assert.ThrowsAny<OperationCanceledException>(
            () => RunDatabaseWriter.Write(Folder.DatabaseFile, SampleRecords.Run, Samples, cancelled.Token));

        Assert.Empty(_folder.EnumerateFiles());
    }

    private static RequestRecord Request(string trace, int status, string? error, long bytes) => new(trace, status, error, bytes)
    {
        Scheduled = 1_000_000, Due = 2_000_000, Sent = 3_000_000, Answered = 4_000_000, Done = 5_500_000,
    };

    private object[] Read(string sql)
    {
        using var connection = RunDatabaseFile.Open(Folder.DatabaseFile, SqliteOpenMode.ReadOnly);
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        Assert.True(reader.Read());
        var values = new object[reader.FieldCount];
        reader.GetValues(values);
        return values;
    }

    private static void Execute(SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
