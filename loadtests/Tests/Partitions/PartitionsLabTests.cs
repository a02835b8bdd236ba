using DroneDelivery.LoadTests.Lab.Partitions;
using DroneDelivery.LoadTests.Tests.Runs;

namespace DroneDelivery.LoadTests.Tests.Partitions;

/// <summary>The claim of the study: a query without its partition key makes a call for each physical partition.</summary>
public sealed class PartitionsLabTests : LabTest
{
    [Fact]
    public async Task FivePartitions_EachWay_MakesThePredictedCalls()
    {
        await Lab.RunAsync(
            PartitionsCommand.Create(LabRun.Engine, LabRun.Project, TimeProvider.System), "--partitions", "5", "--seconds", "1");

        Assert.Equal(5, await CallsOfAsync("serial-5"), 6);
        Assert.Equal(5, await CallsOfAsync("parallel-5"), 6);
        Assert.Equal(1, await CallsOfAsync("by-owner-5"), 6);
        Assert.Equal(
            [5.0, 5, 1], (await Lab.ReadTableAsync("cells")).Select(row => row.GetProperty("predictedCalls").GetDouble()));
    }

    /// <summary>Data calls for each request, without throttled calls, which the SDK retries.</summary>
    private async Task<double> CallsOfAsync(string cell)
    {
        var run = await Lab.ReadRunAsync(cell);
        return (run.Cosmos.DataCalls - run.Cosmos.ThrottledCalls) / (double)run.Load.Sent;
    }
}
