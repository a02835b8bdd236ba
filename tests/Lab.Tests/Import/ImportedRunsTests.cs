using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Comparisons;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Reports;

namespace DroneDelivery.Lab.Tests.Import;

/// <summary>The commands over imported runs.</summary>
public sealed class ImportedRunsTests : IDisposable
{
    private readonly ImportedFiles _files = new();

    public void Dispose() => _files.Dispose();

    [Fact]
    public async Task Compare_RunsWithoutTimeSeries_GivesDifferencesAndNoVerdictAsync()
    {
        var (a, b) = (await ImportAsync("k6-handle-summary.json"), await ImportAsync("k6-summary-export.json"));
        var markdown = Path.Combine(_files.Runs, "comparison.md");

        var run = await CompareAsync("--a", a, "--b", b, "--markdown", markdown);

        Assert.Equal(0, run.ExitCode);
        Assert.Matches(@"p95 latency, ms +121 +133 +\+10\.6 % +no interval +– +no verdict", run.Output);
        Assert.Contains("No verdict: A single run without this figure second by second", run.Output);
        Assert.DoesNotContain("NaN", run.Output);
        var text = await File.ReadAllTextAsync(markdown, TestContext.Current.CancellationToken);
        Assert.Contains("| p95 latency, ms | 121 | 133 | +10.6 % | no interval | – | no verdict |", text);
        Assert.DoesNotContain(" cores", text);
    }

    [Theory]
    [InlineData("p95 > 5 %", "cannot be decided")]
    [InlineData("p99 > 5 %", "was not measured in every run")]
    [InlineData("ru > 5 %", "was not measured in every run")]
    public async Task Compare_ConditionOnAFigureWithoutVerdict_ExitsWithThreeAsync(string condition, string why)
    {
        var (a, b) = (await ImportAsync("k6-handle-summary.json"), await ImportAsync("k6-summary-export.json"));

        var run = await CompareAsync("--a", a, "--b", b, "--fail-if", condition);

        Assert.Equal(3, run.ExitCode);
        Assert.Matches($"at most 5 % worse .*{why}.* not decided ", run.Output);
    }

    [Fact]
    public async Task Compare_RepeatsWithoutTimeSeries_AreJudgedAsync()
    {
        string[] a = [await ImportAsync("k6-summary-export.json"), await ImportAsync("k6-summary-export.json")];
        string[] b = [await ImportAsync("k6-summary-export.json"), await ImportAsync("k6-summary-export.json")];

        var run = await CompareAsync(["--a", .. a, "--b", .. b, "--fail-if", "p99 > 5 %"]);

        Assert.Equal(0, run.ExitCode);
        Assert.Matches("p99 latency, ms .* no difference seen", run.Output);
        Assert.DoesNotContain("did not alternate", run.Output);
    }

    [Fact]
    public async Task Compare_LatenciesFromOtherMoments_WarnsAsync()
    {
        var (a, b) = (await ImportAsync("k6.json"), await ImportAsync("otlp-traces.json"));

        var run = await CompareAsync("--a", a, "--b", b);

        Assert.Contains(
            "Latency is not defined alike: it counts from sending in runs of k6, from arrival at the service in runs of "
            + "OpenTelemetry.", run.Output);
    }

    [Fact]
    public async Task Report_RunWithoutTimeSeries_HasNoEmptySectionsAsync()
    {
        var folder = await ImportAsync("wrk.txt");

        var run = await CommandRun.RunAsync(ReportCommand.Create(), folder);

        var page = await File.ReadAllTextAsync(Path.Combine(folder, "report.html"), TestContext.Current.CancellationToken);
        Assert.Equal(
            ["overview", "all-figures", "explanation", "latency", "answers", "setup"],
            System.Text.RegularExpressions.Regex.Matches(page, "<section id=\"([^\"]+)\"").Select(match => match.Groups[1].Value));
        Assert.DoesNotContain("RU per operation", run.Output);
        Assert.DoesNotContain("kept up", page);
        Assert.Contains("Latencies count from sending to the answer.", page);
        Assert.Contains("was imported from wrk: latencies count from sending. Not in the files: ", run.Output);
    }

    [Fact]
    public async Task Report_RunWithTraces_ShowsThemAsync()
    {
        var folder = await ImportAsync("otlp-traces.json");

        await CommandRun.RunAsync(ReportCommand.Create(), folder);

        var page = await File.ReadAllTextAsync(Path.Combine(folder, "report.html"), TestContext.Current.CancellationToken);
        Assert.All(new[] { "load", "parts", "operations", "waterfalls" }, id => Assert.Contains($"<section id=\"{id}\"", page));
        Assert.All(new[] { "request-units", "processes" }, id => Assert.DoesNotContain($"<section id=\"{id}\"", page));
        Assert.DoesNotContain("Users over time", page);
    }

    [Theory]
    [InlineData("SELECT value FROM run WHERE name IN ('machine.cores', 'cosmos.request_units', 'load.cut_off', 'latency.p95_ms')", "value\n\n\n\n\n")]
    [InlineData("SELECT value FROM run WHERE name LIKE 'import.%' AND name NOT LIKE '%lacks' ORDER BY name", "value\nk6.json\nsending\n\nk6\n")]
    [InlineData("SELECT calls, ru FROM (SELECT NULL AS calls, NULL AS ru)", "calls,ru\n,\n")]
    public async Task Query_FiguresThatTheFilesLack_AreNullAsync(string sql, string expected)
    {
        var folder = await ImportAsync(sql.Contains("p95", StringComparison.Ordinal) ? "wrk.txt" : "k6.json");

        var run = await CommandRun.RunAsync(QueryCommand.Create(TimeProvider.System), folder, sql, "--format", "csv");

        Assert.Equal(expected.TrimEnd(), run.Output.ReplaceLineEndings("\n").TrimEnd());
    }

    [Fact]
    public async Task Query_NamedQuestions_HaveNoFiguresOfADatabaseOrOfLatenessAsync()
    {
        var folder = await ImportAsync("k6.json");

        var seconds = await CommandRun.RunAsync(QueryCommand.Create(TimeProvider.System), folder, "throttling-over-time", "--format", "csv");
        var slowest = await CommandRun.RunAsync(QueryCommand.Create(TimeProvider.System), folder, "slowest", "--format", "csv");

        Assert.Contains("\n0,2,,,,,,122.5,0", seconds.Output.ReplaceLineEndings("\n"));
        Assert.Contains("\n\"\",1500,0,timeout,,", slowest.Output.ReplaceLineEndings("\n"));
    }

    private async Task<string> ImportAsync(string file) =>
        (await _files.ImportAsync(ImportedFiles.Sample(file), "--name", "run")).Folder;

    private static Task<CommandRun> CompareAsync(params string[] arguments) => CommandRun.RunAsync(
        CompareCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System), arguments);
}
