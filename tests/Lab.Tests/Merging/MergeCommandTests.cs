using System.Text.Json;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Histograms.Hdr;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Merging;

public sealed class MergeCommandTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Merge_LogsAndJson_AreOneHistogramAsync()
    {
        var whole = new LatencyHistogram();
        WriteAndAddTo(whole, "a.hdr", 1_000, 2_500_000, 1L << 33);
        WriteAndAddTo(whole, "b.hist.json", 77_777);
        WriteAndAddTo(whole, "c.hdr", 4_200, 4_200);

        var run = await CommandRun.RunAsync(
            MergeCommand.Create(), PathOf("a.hdr"), PathOf("b.hist.json"), PathOf("c.hdr"), "--hdr", PathOf("all.hdr"));

        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith("3 files, 6 values of latency", run.Output);
        Assert.Equivalent(whole.ToRecord(), Assert.Single(HistogramFile.Read(PathOf("all.hdr"))).Histogram.ToRecord(), strict: true);
    }

    [Fact]
    public async Task Merge_Json_HasFiguresAndHistogramAsync()
    {
        WriteAndAddTo(new LatencyHistogram(), "a.hdr", 1_000, 3_000);

        var run = await CommandRun.RunAsync(MergeCommand.Create(), PathOf("a.hdr"), "--format", "json");

        using var json = JsonDocument.Parse(run.Output);
        Assert.Equal(2, json.RootElement[0].GetProperty("milliseconds").GetProperty("mean").GetDouble());
        Assert.Equal(2, json.RootElement[0].GetProperty("histogram").GetProperty("count").GetInt64());
    }

    [Fact]
    public async Task Merge_JsonFile_IsWhatTheFormatPrintsAsync()
    {
        WriteAndAddTo(new LatencyHistogram(), "a.hdr", 1_000, 3_000);

        var printed = await CommandRun.RunAsync(MergeCommand.Create(), PathOf("a.hdr"), "--format", "json");
        var table = await CommandRun.RunAsync(MergeCommand.Create(), PathOf("a.hdr"), "--json", PathOf("a.json"));

        Assert.Equal(printed.Output, await File.ReadAllTextAsync(PathOf("a.json"), TestContext.Current.CancellationToken));
        Assert.StartsWith("1 file, 2 values of latency", table.Output);
    }

    [Fact]
    public async Task Merge_FileWithoutHistogram_NamesFileAndReasonAsync()
    {
        await File.WriteAllTextAsync(PathOf("a.hdr"), "hello", TestContext.Current.CancellationToken);

        var error = await Assert.ThrowsAsync<LabException>(() => CommandRun.RunAsync(MergeCommand.Create(), PathOf("a.hdr")));

        Assert.StartsWith($"{PathOf("a.hdr")} cannot be read: line 1: It is no line of a histogram log", error.Message);
    }

    [Theory]
    [InlineData("a.hdr a.hdr")]
    [InlineData("a.hdr b.hdr ./a.hdr")]
    [InlineData("a.hdr link.hdr")]
    [InlineData("b.hdr a.hdr folder/a.hdr")]
    public async Task Merge_FileGivenTwice_NamesBothAndCountsNeitherAsync(string names)
    {
        WriteAndAddTo(new LatencyHistogram(), "a.hdr", 1_000);
        WriteAndAddTo(new LatencyHistogram(), "b.hdr", 1_000);
        File.CreateSymbolicLink(PathOf("link.hdr"), "a.hdr");
        Directory.CreateSymbolicLink(PathOf("folder"), _folder.FullName);
        string[] files = [.. names.Split(' ').Select(PathOf)];

        var run = await CommandRun.RunAsync(MergeCommand.Create(), files);

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.StartsWith($"{PathOf("a.hdr")} and {files[^1]} are the same file: name each file once", run.Error);
    }

    [Fact]
    public async Task Merge_OutputOverAnInput_IsRefusedAsync()
    {
        WriteAndAddTo(new LatencyHistogram(), "a.hdr", 1_000);
        WriteAndAddTo(new LatencyHistogram(), "b.hdr", 1_000);

        var run = await CommandRun.RunAsync(
            MergeCommand.Create(), PathOf("a.hdr"), PathOf("b.hdr"), "--hdr", PathOf("./b.hdr"));

        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith($"--hdr names one of the files to merge, {PathOf("b.hdr")}", run.Error);
    }

    [Theory]
    [InlineData("", "merge needs histogram files")]
    [InlineData("--out x", "There is no option --out. Options: --format, --json, --hdr.")]
    [InlineData("a.hdr --hdr", "--hdr needs a value: --hdr FILE")]
    public async Task Merge_WrongUsage_SaysInOneLineWhatIsAllowedAsync(string arguments, string message)
    {
        var run = await CommandRun.RunAsync(MergeCommand.Create(), arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
    }

    private void WriteAndAddTo(LatencyHistogram total, string name, params IReadOnlyList<long> microseconds)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in microseconds)
        {
            histogram.Record(value);
        }

        total.Merge(histogram);
        HistogramFile.Write(PathOf(name), [new HdrLogEntry(null, DateTimeOffset.UnixEpoch, TimeSpan.FromSeconds(1), histogram)]);
    }

    private string PathOf(string name) => Path.Combine(_folder.FullName, name);
}
