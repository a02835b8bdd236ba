using DroneDelivery.LoadTests.Lab.Caching;

namespace DroneDelivery.LoadTests.Tests.Caching;

/// <summary>The claim of the caching study: an answer in the gateway's cache is not read from the database again.</summary>
[Collection(MeasuredCollection.Name)]
public sealed class CachingLabTests : LabTest
{
    /// <summary>A report reads every physical partition.</summary>
    private const int MinCallsOfAReport = 9;

    [Fact]
    public async Task GatewayCold_ReportsAskedForAgainAndAgain_AreReadOnce()
    {
        await Lab.RunAsync(
            CachingCommand.Create(LabRun.Engine, TimeProvider.System),
            "--cache", "gateway-cold", "--arrivals", "report", "--seconds", "3");

        var (smoke, breakpoint) = (await Lab.ReadRunAsync("gateway-cold-smoke"), await Lab.ReadRunAsync("gateway-cold"));
        Assert.Equal((0, 0), (smoke.Load.ClientErrors, smoke.Load.Unanswered));
        Assert.True(smoke.Cosmos.DataCalls > 0, $"{smoke.Cosmos.DataCalls} data calls");
        Assert.InRange(breakpoint.Cosmos.DataCalls, MinCallsOfAReport, MinCallsOfAReport * breakpoint.Load.Sent / 2);
        Assert.Equal("gateway-cold", Assert.Single(await Lab.ReadTableAsync("breakpoint")).GetProperty("variant").GetString());
    }
}
