using System.Text.Json;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Commands;

public sealed class QueryCommandTests : IDisposable
{
    private readonly StoredRuns _runs = new();

    public void Dispose() => _runs.Dispose();

    [Fact]
    public async Task Query_NoQuestion_ListsThoseWithANameAsync()
    {
        var run = await QueryAsync(await _runs.WriteAsync("baseline"));

        Assert.Equal(0, run.ExitCode);
        Assert.Matches(@"calls-per-operation +Cosmos DB calls", run.Output);
    }

    [Fact]
    public async Task Query_UnknownName_ListsThoseThereAreAsync()
    {
        var folder = await _runs.WriteAsync("baseline");

        var message = await RefusedAsync(folder, "by-weekday");

        Assert.StartsWith("There is no question 'by-weekday'.", message);
        Assert.Contains("by-partition", message);
    }

    [Fact]
    public async Task Query_MistypedName_SuggestsOneAsync() => Assert.StartsWith(
        "There is no question 'slowst'. Did you mean slowest?", await RefusedAsync(await _runs.WriteAsync("baseline"), "slowst"));

    [Fact]
    public async Task Query_JsonFile_HasTheRowsAndPrintsATableAsync()
    {
        var run = await QueryAsync(await _runs.WriteAsync("baseline"), "by-partition", "--json", _runs.In("rows.json"));

        using var json = JsonDocument.Parse(await File.ReadAllTextAsync(_runs.In("rows.json"), TestContext.Current.CancellationToken));
        Assert.Equal(9, json.RootElement.GetArrayLength());
        Assert.StartsWith("partition", run.Output);
    }

    [Fact]
    public async Task Query_Name_PrintsATableAsync()
    {
        var run = await QueryAsync(await _runs.WriteAsync("baseline"), "by-status");

        Assert.Matches(@"answered_by +status +answers +percent\s+cosmos data +200 +9000 +96\.15", run.Output);
        Assert.DoesNotContain('\e', run.Output);
    }

    [Fact]
    public async Task Query_OwnSqlAsCsv_PrintsEveryRowAsync()
    {
        var run = await QueryAsync(
            await _runs.WriteAsync("baseline"), "SELECT a.second FROM load_seconds a, load_seconds b", "--format", "csv");

        Assert.Equal(1 + (50 * 50), run.Output.Trim().Split('\n').Length);
    }

    [Theory]
    [InlineData("VALUES (1), (NULL), (NULL)", "column1\r\n1\r\n\r\n")]
    [InlineData("SELECT 'a  ' AS text", "text\r\na  ")]
    public async Task Query_CsvThatEndsInBlanks_HasThemAsync(string sql, string expected)
    {
        var run = await QueryAsync(await _runs.WriteAsync("baseline"), sql, "--format", "csv");

        Assert.Equal(expected + Environment.NewLine, run.Output);
    }

    [Fact]
    public async Task Query_OwnSqlAsATable_SaysWhereItEndsAsync()
    {
        var run = await QueryAsync(await _runs.WriteAsync("baseline"), "SELECT a.second FROM load_seconds a, load_seconds b");

        Assert.EndsWith("The first 200 rows; there are more. --format csv and json print all.", run.Output.TrimEnd());
    }

    [Fact]
    public async Task Query_Json_IsAnArrayOfRowsAsync()
    {
        var run = await QueryAsync(await _runs.WriteAsync("baseline"), "by-partition", "--format", "json");

        using var json = JsonDocument.Parse(run.Output);
        Assert.Equal(9, json.RootElement.GetArrayLength());
    }

    [Fact]
    public async Task Query_Sql_PrintsWhatAnswersTheQuestionAsync()
    {
        var folder = await _runs.WriteAsync("baseline");

        var sql = await QueryAsync(folder, "by-partition", "--sql");

        Assert.Equal((await QueryAsync(folder, "by-partition")).Output, (await QueryAsync(folder, sql.Output)).Output);
    }

    [Fact]
    public async Task Query_FormatOfASqlText_IsRefusedAsync()
    {
        var run = await QueryAsync(await _runs.WriteAsync("baseline"), "by-status", "--sql", "--format", "json");

        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith("--format goes with the rows of an answer.", run.Error);
    }

    [Theory]
    [InlineData("SELECT * FROM span", "no such table: span.")]
    [InlineData("SELEKT 1", "syntax error")]
    [InlineData("DELETE FROM spans", "readonly")]
    public async Task Query_SqlThatCannotBe_GivesReasonAndTablesAsync(string sql, string reason)
    {
        var message = await RefusedAsync(await _runs.WriteAsync("baseline"), sql);

        Assert.Contains(reason, message);
        Assert.Contains("Tables: attempts, cosmos_answers, extra_traces,", message);
    }

    [Theory]
    [InlineData("select 1; drop table run", true)]
    [InlineData("select 1;", false)]
    [InlineData("select ';', \";\" from x -- ; no; \n; /* ; */", false)]
    [InlineData("select 1 /* ; */; -- ;\nselect 2", true)]
    public async Task Query_SeveralStatements_AreRefusedAsync(string sql, bool refused)
    {
        const string Refusal = "query takes one statement of SQL";

        Assert.Equal(refused, SqlStatements.AreSeveral(sql));
        Assert.Equal(refused, (await QueryAsync(_runs.Path, sql, "--sql")).Error.StartsWith(Refusal, StringComparison.Ordinal));
    }

    [Fact(Timeout = 300_000)]
    public async Task Query_WithoutAnEnd_EndsAfterAMinuteAsync()
    {
        var folder = await _runs.WriteAsync("baseline");
        const string Endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

        var error = await Assert.ThrowsAsync<LabException>(
            () => CommandRun.RunAsync(QueryCommand.Create(new HurriedTime()), folder, Endless));

        Assert.StartsWith("The query had no answer after 60 s.", error.Message);
    }

    [Fact]
    public async Task Query_NoSuchFolder_SaysSoAsync() =>
        Assert.Contains($"There is no folder {_runs.In("missing")}", await RefusedAsync(_runs.In("missing"), "slowest"));

    [Fact]
    public async Task Query_FolderWithoutARun_SaysSoAsync() =>
        Assert.Contains("is no run folder and holds none", await RefusedAsync(_runs.Path, "slowest"));

    [Fact]
    public async Task Query_RunWithoutItsSamples_SaysSoAsync()
    {
        var folder = await _runs.WriteAsync("baseline");
        File.Delete(Path.Combine(folder, "run.sqlite"));

        Assert.Contains("run.sqlite", await RefusedAsync(folder, "slowest"));
    }

    [Fact]
    public async Task Query_FolderOfSeveralRuns_NamesThemAsync()
    {
        var (first, second) = (await _runs.WriteAsync("baseline"), await _runs.WriteAsync("more-ru"));

        var message = await RefusedAsync(_runs.Path, "slowest");

        Assert.Contains("holds 2 runs", message);
        Assert.Contains(first, message);
        Assert.Contains(second, message);
    }

    [Fact]
    public async Task Query_FolderOfOneRunOrItsFile_StandsForThatRunAsync()
    {
        var folder = await _runs.WriteAsync("baseline");

        Assert.Equal(0, (await QueryAsync(_runs.Path, "slowest")).ExitCode);
        Assert.Equal(0, (await QueryAsync(Path.Combine(folder, "run.sqlite"), "slowest")).ExitCode);
    }

    private static Task<CommandRun> QueryAsync(params string[] arguments) =>
        CommandRun.RunAsync(QueryCommand.Create(TimeProvider.System), arguments);

    private static async Task<string> RefusedAsync(params string[] arguments) =>
        (await Assert.ThrowsAsync<LabException>(() => QueryAsync(arguments))).Message;

    /// <summary>Its minutes are over after a moment.</summary>
    private sealed class HurriedTime : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            System.CreateTimer(callback, state, TimeSpan.FromMilliseconds(200), period);
    }
}
