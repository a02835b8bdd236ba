using System.Text.Json;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed class RunJsonTests
{
    // Other programs read these names.
    private static readonly string[] Names =
    [
        "scenario", "requestsPerSecond", "meanMs", "p50Ms", "p95Ms", "p99Ms", "successful", "clientErrors", "throttledCalls",
        "dataCallsPerOperation", "planCallsPerOperation", "ruPerOperation", "peakRuPerPartitionPerSecond", "durationSeconds",
    ];

    [Fact]
    public void Write_Scenarios_IsAnArrayOfObjectsWithTheNamesAgreedOn()
    {
        using var json = Written(SampleRecords.Baseline, SampleRecords.OwnerKey);

        var objects = json.RootElement.EnumerateArray().ToList();
        Assert.Equal(["baseline", "owner-key"], objects.Select(each => each.GetProperty("scenario").GetString()));
        Assert.All(objects, each => Assert.Equal(Names, each.EnumerateObject().Select(property => property.Name)));
    }

    [Fact]
    public void Write_Figures_AreNumbersUnderTheirOwnNames()
    {
        using var json = Written(SampleRecords.Run);

        var figures = json.RootElement[0].EnumerateObject().Skip(1).Select(property => property.Value.GetDouble());

        Assert.Equal([19.6, 700, 630, 1_260, 1_750, 980, 15, 360, 9.36, 1, 28.8, 68, 50], figures);
    }

    [Fact]
    public void Write_RunWithTimeOuts_NamesLowerBoundsAndHasSuccessesApart()
    {
        var load = SampleRecords.Run.Load;
        using var json = Written(SampleRecords.Run with
        {
            Load = load with { Latency = load.Latency with { AtLeast = ["mean", "p99"] }, Successes = SampleRecords.Latency(500) },
        });

        var figures = json.RootElement[0];

        Assert.Equal(700, figures.GetProperty("meanMs").GetDouble());
        Assert.Equal(["mean", "p99"], figures.GetProperty("latencyAtLeast").EnumerateArray().Select(name => name.GetString()));
        Assert.Equal(500, figures.GetProperty("successes").GetProperty("meanMs").GetDouble());
    }

    [Fact]
    public void Write_PercentileThatIsNotStated_IsNullWithItsReason()
    {
        var load = SampleRecords.Run.Load;
        var latency = load.Latency with { NotStated = new Dictionary<string, string> { ["p99"] = "20 arrivals were dropped" } };
        using var json = Written(SampleRecords.Run with { Load = load with { Latency = latency } });

        var figures = json.RootElement[0];

        Assert.Equal(JsonValueKind.Null, figures.GetProperty("p99Ms").ValueKind);
        Assert.Equal("20 arrivals were dropped", figures.GetProperty("latencyNotStated").GetProperty("p99").GetString());
    }

    [Fact]
    public void Write_RunWithoutAnAnswer_HasNoLatency()
    {
        using var json = Written(SampleRecords.Run with { Load = SampleRecords.Run.Load with { Successful = 0, ClientErrors = 0 } });

        Assert.Equal(JsonValueKind.Null, json.RootElement[0].GetProperty("meanMs").ValueKind);
        Assert.Equal(JsonValueKind.Null, json.RootElement[0].GetProperty("p99Ms").ValueKind);
    }

    private static JsonDocument Written(params RunRecord[] runs)
    {
        using var stream = new MemoryStream();
        StudyJson.Write(stream, RunStudy.Build(
            [.. runs.Select((run, index) => ReportRun.FromRecord(run, RunSamples.None, RunAnswers.None, index + 1))]));
        return JsonDocument.Parse(stream.ToArray());
    }
}
