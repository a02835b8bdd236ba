using DroneDelivery.CosmosEmulator.Tests.Hosting;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

public sealed class FeedRangeTests
{
    [Fact]
    public async Task FeedRanges_OfNinePartitions_AreNine()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 9);
        var container = await emulator.CreateContainerAsync();

        Assert.Equal(9, (await container.GetFeedRangesAsync()).Count);
    }
}
