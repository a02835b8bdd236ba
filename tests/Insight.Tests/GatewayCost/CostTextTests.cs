using System.Text;
using System.Text.Json;
using DroneDelivery.LoadTests.Insight.GatewayCost;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.GatewayCost;

public sealed class CostTextTests
{
    private static readonly CostRecord Record = new(
        DateTimeOffset.UnixEpoch,
        "lab gateway-cost",
        new MachineInfo("Linux", "X64", 2, 4, ".NET"),
        DebugBuild: false,
        Interrupted: false,
        "wrk",
        Connections: 64,
        OpenRate: 5_000,
        [new(CostedTarget.Bare, "bare YARP"), new(CostedTarget.Full, "gateway, full")],
        ["nginx was not measured: nginx is not installed."],
        [CostTrials.Of("bare", 1, 50_000), CostTrials.Of("full", 1, 46_000, p50: 1.234, proxy: 21.06, backend: 6.44)],
        []);

    [Fact]
    public void Text_OfARecord_HasRowsGoalsAndWhatIsMissing()
    {
        var text = CostText.Plain(Record);

        Assert.Contains("At saturation: wrk, 64 connections", text);
        Assert.Matches(@"gateway, full +46,000 +1\.23 +2\.00 +– +– +21\.1 \+ 6\.4 +0\n", text);
        Assert.Contains("full gateway's req/s of bare YARP's: 0.920 times (goal: at least 0.90): met", text);
        Assert.Contains("nginx was not measured", text);
        Assert.DoesNotContain("Open loop", text);
    }

    [Fact]
    public void Json_OfARecord_HasTrialsRowsAndGoals()
    {
        using var stream = new MemoryStream();

        CostJson.Write(stream, Record);

        using var json = JsonDocument.Parse(Encoding.UTF8.GetString(stream.ToArray()));
        var root = json.RootElement;
        Assert.Equal(50_000, root.GetProperty("record").GetProperty("closed")[0].GetProperty("requestsPerSecond").GetDouble());
        Assert.Equal("full", root.GetProperty("closed")[1].GetProperty("target").GetProperty("name").GetString());
        Assert.True(root.GetProperty("goals")[0].GetProperty("met").GetBoolean());
    }
}
