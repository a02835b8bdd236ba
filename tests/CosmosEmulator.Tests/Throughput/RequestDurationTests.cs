using System.Globalization;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.CosmosEmulator.Throughput;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Throughput;

/// <summary>x-ms-request-duration-ms, as the SDK hands it on.</summary>
public sealed class RequestDurationTests
{
    private const string Duration = "x-ms-request-duration-ms";
    private static readonly PartitionKey Owner = new("o7");

    [Fact]
    public async Task Duration_WhileTheClockStands_IsZeroOnEveryKindOfAnswer()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();

        var write = await container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        var missing = await Assert.ThrowsAsync<CosmosException>(() => container.ReadItemAsync<DeliveryItem>("d2", Owner));
        using var query = container.GetItemQueryIterator<DeliveryItem>(
            "SELECT * FROM c", requestOptions: new QueryRequestOptions { PartitionKey = Owner });
        var page = await query.ReadNextAsync();
        var metadata = await container.ReadContainerAsync();

        Assert.All(
            [write.Headers, missing.Headers, page.Headers, metadata.Headers],
            headers => Assert.Equal("0", headers[Duration]));
    }

    [Fact]
    public async Task Duration_UnderASimulatedLatency_IncludesIt()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Latency = new LatencySettings(20));
        var container = await emulator.CreateContainerAsync();

        var creation = container.CreateItemAsync(new DeliveryItem("d1", "o7"), Owner);
        await emulator.WaitForATimerAsync();
        emulator.Time.Advance(TimeSpan.FromMicroseconds(20_250));

        // The timer fires when 20 ms are over, while the clock is moved on; the answer is written at one of the two moments.
        Assert.Contains((await creation).Headers[Duration], new[] { "20", "20.25" });
    }

    [Fact]
    public async Task Duration_OnTheMachinesClock_IsAtLeastTheLatencyAndAtMostWhatTheClientSaw()
    {
        await using var app = EmulatorApplication.Build(
            new EmulatorOptions { Port = 0, Latency = new LatencySettings(20) });
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var client = SocketTests.NewClient(app);
        Database database = await client.CreateDatabaseAsync("db");
        Container container = await database.CreateContainerAsync("items", "/ownerId");

        // Far more than one buffer: the header is written after such a body is, and still before anything is sent.
        await container.CreateItemAsync(DeliveryItem.OfSize("d1", "o7", 1_500_000), Owner);
        await container.ReplaceThroughputAsync(1_000_000);

        var sent = TimeProvider.System.GetTimestamp();
        var response = await container.ReadItemAsync<DeliveryItem>("d1", Owner);
        var seen = TimeProvider.System.GetElapsedTime(sent).TotalMilliseconds;

        // Timers are right to about a millisecond, and may be early by a part of one.
        var duration = double.Parse(response.Headers[Duration], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);
        Assert.InRange(duration, 19, seen);
    }
}
