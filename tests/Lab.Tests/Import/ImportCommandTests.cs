using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Import;

namespace DroneDelivery.Lab.Tests.Import;

public sealed class ImportCommandTests : IDisposable
{
    private readonly ImportedFiles _files = new();

    public void Dispose() => _files.Dispose();

    [Theory]
    [InlineData("k6.json", "k6")]
    [InlineData("k6-handle-summary.json", "k6-summary")]
    [InlineData("k6-summary-export.json", "k6-summary")]
    [InlineData("results.jtl", "jmeter")]
    [InlineData("wrk.txt", "wrk")]
    [InlineData("nbomber.csv", "nbomber")]
    [InlineData("nbomber.json", "nbomber")]
    [InlineData("app-insights-requests.csv", "app-insights")]
    [InlineData("app-insights-dependencies.csv", "app-insights")]
    [InlineData("app-requests-workspace.csv", "app-insights")]
    [InlineData("app-performance-counters.csv", "app-insights")]
    [InlineData("otlp-traces.json", "otlp")]
    [InlineData("otlp-metrics.json", "otlp")]
    public void Find_ContentOfAFile_SaysItsFormat(string file, string format) =>
        Assert.Equal(format, ImportFormat.Find(ImportedFiles.Sample(file)).Name);

    [Fact]
    public async Task Import_UnknownContent_ListsTheFormatsAsync()
    {
        var error = await Assert.ThrowsAsync<LabException>(() => _files.RunAsync(_files.Write("notes.txt", "no results")));

        Assert.StartsWith("notes.txt has no known format. Formats: k6, k6-summary, jmeter, wrk, nbomber, ", error.Message);
    }

    [Theory]
    [InlineData("--format takes one of k6, k6-summary, jmeter, wrk, nbomber, app-insights, otlp; it is 'gatling'.", "--format", "gatling")]
    [InlineData("--name takes the name of a folder; it is 'a/b'.", "--name", "a/b")]
    public async Task Import_WrongOption_SaysWhatIsAllowedAsync(string error, string option, string value)
    {
        var run = await _files.RunAsync(ImportedFiles.Sample("wrk.txt"), option, value);

        Assert.Equal((2, error), (run.ExitCode, run.Error.TrimEnd()));
    }

    [Fact]
    public async Task Import_FileNamedTwiceOrMissing_IsRefusedAsync()
    {
        var (wrk, missing) = (ImportedFiles.Sample("wrk.txt"), ImportedFiles.Sample("none.txt"));

        var twice = await _files.RunAsync(wrk, wrk);
        var none = await _files.RunAsync(missing);

        Assert.Equal((2, 2), (twice.ExitCode, none.ExitCode));
        Assert.Contains("are the same file", twice.Error);
        Assert.Equal($"There is no file {missing}.", none.Error.TrimEnd());
    }

    [Fact]
    public async Task Import_Run_SaysWhereItComesFromWithoutPathsAsync()
    {
        var (folder, run, output) = await _files.ImportAsync(ImportedFiles.Sample("wrk.txt"), "--name", "before");

        var manifest = run.Record.Manifest;
        Assert.EndsWith("-before", folder);
        Assert.Equal(("import", "before", "wrk"), (manifest.Lab, manifest.Title, manifest.Engine));
        Assert.Equal(["wrk.txt"], manifest.Import!.Files);
        Assert.EndsWith("lab import wrk.txt --name before", manifest.Command);
        Assert.Contains("time series", manifest.Import.Lacks);
        Assert.Contains("Not in the files: the start (the time of the import is given instead), time series, ", output);
        Assert.DoesNotContain(AppContext.BaseDirectory, await File.ReadAllTextAsync(
            Path.Combine(folder, "run.json"), TestContext.Current.CancellationToken));
    }

    /// <summary>A figure that was not measured must not look like a measured 0.</summary>
    [Fact]
    public async Task Import_FiguresThatTheSourceLacks_AreNullAsync()
    {
        var (folder, run, _) = await _files.ImportAsync(ImportedFiles.Sample("wrk.txt"));

        var json = await File.ReadAllTextAsync(Path.Combine(folder, "run.json"), TestContext.Current.CancellationToken);
        Assert.All(
            new[] { "machine", "generator", "cosmos", "cutOff", "p95Ms", "thinkTimeMs" },
            member => Assert.Matches($"\"{member}\": null", json));
        Assert.Same(MachineInfo.NotMeasured, run.Record.Manifest.Machine);
        Assert.Same(GeneratorRecord.NotMeasured, run.Record.Load.Generator);
        Assert.Same(CosmosRecord.NotMeasured, run.Record.Cosmos);
    }

    [Theory]
    [InlineData("wrk.txt", "nbomber.csv", "The files are of wrk and nbomber, and a run has the requests of one load generator")]
    [InlineData("k6-handle-summary.json", "k6-summary-export.json", "Two files have only totals of requests")]
    [InlineData("k6.json", "k6-handle-summary.json", "The files are of k6 and k6-summary")]
    public async Task Import_TwoMeasurements_AreRefusedAsync(string first, string second, string error)
    {
        var exception = await Assert.ThrowsAsync<LabException>(() =>
            _files.RunAsync(ImportedFiles.Sample(first), ImportedFiles.Sample(second)));

        Assert.StartsWith(error, exception.Message);
        Assert.False(Directory.Exists(_files.Runs), "a run folder was created");
    }

    [Fact]
    public async Task Import_NoRequests_SaysWhatIsNeededAsync()
    {
        var error = await Assert.ThrowsAsync<LabException>(() => _files.RunAsync(ImportedFiles.Sample("otlp-metrics.json")));

        Assert.StartsWith("The files contain no requests, ", error.Message);
    }

    [Fact]
    public async Task Import_MoreBadThanGoodLines_IsAnErrorWithTheFirstAsync()
    {
        var file = _files.Write("r.jtl", "timeStamp,elapsed,label,success\n1,2,a,true\n1,x,a,true\n1,,a,true\n");

        var error = await Assert.ThrowsAsync<LabException>(() => _files.RunAsync(file));

        Assert.StartsWith("r.jtl: 2 lines of 3 cannot be read, the first is line 3: 'x' is not a number of elapsed.", error.Message);
    }

    [Fact]
    public async Task Import_FormatIsForced_ReadsTheFileAsThatAsync()
    {
        var error = await Assert.ThrowsAsync<LabException>(() =>
            _files.RunAsync(ImportedFiles.Sample("results.jtl"), "--format", "k6"));

        Assert.Contains("Is it another format? --format names one.", error.Message);
    }

    [Fact]
    public async Task Import_Cancelled_KeepsNothingAsync()
    {
        using var stop = new CancellationTokenSource();
        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new Importer(
            new ImportRequest([ImportedFiles.Sample("k6.json")], null, null, _files.Runs, ""), _ => { }, TimeProvider.System)
            .RunAsync(stop.Token));

        Assert.False(Directory.Exists(_files.Runs), "a run folder was created");
    }
}
