using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Queries;

public sealed class RunDatabaseTests : IDisposable
{
    private readonly StoredRun _run = StoredRun.FromTraces(TraceBuilder.Invoice("t", 120).Cosmos("0", 20, 40));

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _run.Dispose();

    [Fact]
    public void Query_OwnSql_GivesColumnsAndRows()
    {
        var result = _run.Database.Query(
            "SELECT name, kind, duration_ms / 2 AS half FROM spans WHERE cosmos_call = 'data'", Token);

        Assert.Equal(["name", "kind", "half"], result.Columns);
        Assert.Equal(["POST", "client", 20.0], Assert.Single(result.Rows));
    }

    [Fact]
    public void Query_MoreRowsThanAskedFor_SaysSo()
    {
        var some = _run.Database.Query("SELECT second FROM load_seconds ORDER BY second", Token, maxRows: 3);
        var all = _run.Database.Query("SELECT second FROM load_seconds ORDER BY second", Token, maxRows: 50);

        Assert.Equal((3, true), (some.Rows.Count, some.HasMore));
        Assert.Equal((50, false), (all.Rows.Count, all.HasMore));
    }

    [Fact]
    public void Query_UnknownTable_SaysWhich()
    {
        var error = Assert.Throws<QueryException>(() => _run.Database.Query("SELECT * FROM span", Token));

        Assert.Equal("no such table: span.", error.Message);
    }

    [Theory]
    [InlineData("DELETE FROM spans")]
    [InlineData("INSERT INTO run VALUES ('a', 'b')")]
    [InlineData("DROP TABLE spans")]
    public void Query_WouldChangeTheRun_IsRefused(string sql)
    {
        var error = Assert.Throws<QueryException>(() => _run.Database.Query(sql, Token));

        Assert.Contains("readonly", error.Message);
    }

    [Theory]
    [InlineData("")]
    [InlineData("-- nothing but a comment")]
    [InlineData("SELECT $name")]
    public void Query_NothingToRun_IsAnErrorToTheReader(string sql)
    {
        var result = Record.Exception(() => _run.Database.Query(sql, Token));

        Assert.True(result is null or QueryException, result?.ToString());
    }

    [Theory(Timeout = 300_000)]
    [InlineData(0)]
    [InlineData(100)]
    public async Task Query_CancelledBeforeOrWhileItRuns_Ends(int milliseconds)
    {
        using var cancelled = new CancellationTokenSource(milliseconds);
        var endless = Task.Run(
            () => _run.Database.Query(
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n", cancelled.Token),
            Token);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => endless);
    }

    [Fact]
    public void Tables_OfARun_AreAllNamed() =>
        Assert.Equal(
            [
                "attempts", "cosmos_answers", "extra_traces", "load_seconds", "logical_keys", "metrics", "partition_seconds",
                "partitions",
                "process_seconds", "requests", "run", "spans",
            ],
            _run.Database.Tables);

    [Fact]
    public void OpenRead_NoRunThere_NamesTheFile()
    {
        var missing = new RunFolder(Path.Combine(_run.Folder.Path, "missing"));

        var error = Assert.ThrowsAny<IOException>(() => RunDatabase.OpenRead(missing));

        Assert.Contains(missing.DatabaseFile, error.Message);
    }
}
