using System.Diagnostics;
using System.Text.Json;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Merging;

/// <summary>Three load generators, each a process of its own, at once against one server.</summary>
public sealed class ThreeRunnersTests : IDisposable
{
    private const int Runners = 3;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Merge_OfThreeProcesses_EqualsAllTheirValuesTogetherAsync()
    {
        await using var server = await StubServer.StartAsync();
        await Task.WhenAll(Enumerable.Range(0, Runners).Select(runner => LoadAsync(server.Address, runner)));

        var merged = await CommandRun.RunAsync(MergeCommand.Create(), [.. Enumerable.Range(0, Runners).Select(Hdr), "--format", "json"]);

        using var json = JsonDocument.Parse(merged.Output);
        var latency = Histogram(json.RootElement[0]);
        var values = await AllValuesAsync();
        Assert.InRange(values.Count, Runners, server.Requests);
        Assert.Equal(values.Count, latency.Count);
        foreach (var percentile in new[] { 1, 25, 50, 75, 90, 95, 99, 99.9 })
        {
            Assert.Equal(NearestRank(values, percentile), latency.ValueAtPercentile(percentile));
        }
    }

    private static LatencyHistogram Histogram(JsonElement merged) => LatencyHistogram.FromRecord(
        merged.GetProperty("histogram").Deserialize<HistogramRecord>(JsonSerializerOptions.Web)!);

    private static long NearestRank(IReadOnlyList<long> sorted, double percentile) =>
        sorted[(int)Math.Ceiling(percentile / 100 * sorted.Count) - 1];

    /// <summary>Every value that the runners recorded, as far as a histogram tells them apart, in order.</summary>
    private async Task<IReadOnlyList<long>> AllValuesAsync()
    {
        var records = new List<HistogramRecord>();
        foreach (var runner in Enumerable.Range(0, Runners))
        {
            using var json = JsonDocument.Parse(
                await File.ReadAllTextAsync(In($"{runner}.json"), TestContext.Current.CancellationToken));
            records.Add(json.RootElement.GetProperty("latency").Deserialize<HistogramRecord>(JsonSerializerOptions.Web)!);
        }

        var (least, most) = (records.Min(record => record.MinMicroseconds), records.Max(record => record.MaxMicroseconds));
        return
        [
            .. records.SelectMany(record => LatencyHistogram.FromRecord(record).Buckets())
                .SelectMany(
                    bucket => Enumerable.Repeat(Math.Clamp((bucket.From + bucket.To) / 2, least, most), (int)bucket.Count))
                .Order(),
        ];
    }

    private async Task LoadAsync(string address, int runner)
    {
        string[] arguments =
        [
            typeof(HttpCommand).Assembly.Location, "http", address, "--open", "100/s", "--for", "2s", "--quiet",
            "--seed", $"{runner}", "--hdr", Hdr(runner), "--json", In($"{runner}.json"),
            "--runs", In("runs"),
        ];
        using var process = Process.Start(new ProcessStartInfo("dotnet", arguments)
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        var said = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(File.Exists(Hdr(runner)), await said);
    }

    private string Hdr(int runner) => In($"{runner}.hdr");

    private string In(string name) => Path.Combine(_folder.FullName, name);
}
