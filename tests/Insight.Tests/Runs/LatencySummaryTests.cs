using System.Text.Json.Nodes;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Runs;

/// <summary>A percentile is not stated when more arrivals were dropped than it leaves room for.</summary>
public sealed class LatencySummaryTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("run");

    private RunFolder Folder => new(_folder.FullName);

    private string RecordFile => Path.Combine(_folder.FullName, "run.json");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void FromDistribution_MoreDroppedThanThePercentileLeavesRoomFor_HasNoValue()
    {
        var latency = Latency();

        Assert.Equal(100, latency.P75.Milliseconds!.Value, 0.1);
        double?[] values = [latency.P90Ms, latency.P95Ms, latency.P99Ms, latency.P999Ms, latency.P9999Ms];
        Assert.All(values, value => Assert.Null(value));
        Assert.Equal(["p90", "p95", "p99", "p99.9", "p99.99"], latency.NotStated!.Keys);
        Assert.Equal("20 of 120 arrivals were dropped, and p90 leaves room for 12", latency.P90.NotStated);
        Assert.Null(latency.P90.Milliseconds);
    }

    [Fact]
    public async Task WriteAsync_PercentileThatIsNotStated_IsNullInBothFiles()
    {
        await Folder.WriteAsync(Run(Latency()), RunSamples.None, Token);

        var latency = (await ReadJsonAsync())["load"]!["latency"]!.AsObject();
        using var database = RunDatabase.OpenRead(Folder);
        var rows = database.Query("SELECT value FROM run WHERE name GLOB 'latency.p9*'", Token).Rows;
        Assert.Equal(100, latency["p50Ms"]!.GetValue<double>(), 0.1);
        Assert.All(["p90Ms", "p95Ms", "p99Ms", "p999Ms", "p9999Ms"], name => Assert.Null(latency[name]));
        Assert.Equal([null, null, null, null, null], rows.Select(row => row[0]));
    }

    private async Task<JsonNode> ReadJsonAsync() => JsonNode.Parse(await File.ReadAllTextAsync(RecordFile, Token))!;

    private static RunRecord Run(LatencySummary latency) =>
        SampleRecords.Run with { Load = SampleRecords.Run.Load with { Latency = latency } };

    /// <summary>100 answers in 0.1 s, and 20 dropped arrivals.</summary>
    private static LatencySummary Latency()
    {
        var latency = new LatencyDistribution();
        for (var request = 0; request < 100; request++)
        {
            latency.Record(100_000, RequestEnd.Success);
        }

        latency.RecordDropped(20);
        return LatencySummary.FromDistribution(latency);
    }
}
