using DroneDelivery.Delivery.Storage;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Tests.Storage;

[Collection(EmulatorTests.Name)]
public sealed class ContainerSetupTests(Emulator emulator)
{
    [Theory]
    [InlineData("deliveryId", Emulator.ByDeliveryId)]
    [InlineData("ownerId", Emulator.ByOwnerId)]
    public async Task Start_NothingThere_CreatesDatabaseAndContainers(string partitionKey, string container)
    {
        var database = $"new-{partitionKey}";
        await using var app = NewApp(("Database", database), ("PartitionKey", partitionKey));

        await app.CreateReadyClientAsync();

        Assert.Equal($"/{partitionKey}", (await emulator.FindStateAsync(container, database))?.PartitionKeyPath);
        Assert.Equal("/ownerId", (await emulator.FindStateAsync(Emulator.Summaries, database))?.PartitionKeyPath);
    }

    [Fact]
    public async Task Start_Throughput_IsSetOnTheQueriedContainerOnly()
    {
        const string Database = "tuned";
        await emulator.CreateAsync(Emulator.ByDeliveryId, "/deliveryId", Database, throughput: 54_000);
        await emulator.CreateAsync(Emulator.ByOwnerId, "/ownerId", Database, throughput: 54_000);
        await using var app = NewApp(("Database", Database), ("PartitionKey", "ownerId"), ("Throughput", "2500"));

        await app.CreateReadyClientAsync();

        Assert.Equal(2500, (await emulator.FindStateAsync(Emulator.ByOwnerId, Database))?.Throughput);
        Assert.Equal(54_000, (await emulator.FindStateAsync(Emulator.ByDeliveryId, Database))?.Throughput);
    }

    [Fact]
    public async Task Start_NoThroughput_LeavesItAlone()
    {
        await using var app = NewApp();

        await app.CreateReadyClientAsync();

        Assert.Equal(Emulator.AmpleThroughput, (await emulator.GetStateAsync(Emulator.ByDeliveryId)).Throughput);
    }

    [Fact]
    public async Task Start_DatabaseIsAwayAtFirst_WaitsForIt()
    {
        var wire = new SwitchedWire(emulator.CreateHandler());
        var clock = new ManualTimeProvider();
        var setup = NewSetup(wire, new DeliveryOptions { Database = "awaited" }, clock);

        var start = setup.StartAsync(TestContext.Current.CancellationToken);
        while (clock.PendingTimers == 0)
        {
            await Task.Yield();
        }

        wire.IsOn = true;
        clock.Advance(TimeSpan.FromSeconds(1));
        await start;

        Assert.NotNull(await emulator.FindStateAsync(Emulator.ByDeliveryId, "awaited"));
    }

    [Fact]
    public async Task Start_ThroughputRefused_SaysWhy()
    {
        var setup = NewSetup(emulator.CreateHandler(), new DeliveryOptions { Throughput = 150 }, TimeProvider.System);

        var refusal = await Assert.ThrowsAsync<OptionsValidationException>(
            () => setup.StartAsync(TestContext.Current.CancellationToken));

        Assert.Contains("http://localhost/ (--cosmos) answered 400", refusal.Message, StringComparison.Ordinal);
        Assert.Contains("150", refusal.Message, StringComparison.Ordinal);
    }

    private static ContainerSetup NewSetup(HttpMessageHandler wire, DeliveryOptions options, TimeProvider time)
    {
        var client = CosmosClients.On(wire);
        var start = new CosmosStart(client, Options.Create(new CosmosOptions()), time, NullLogger<CosmosStart>.Instance);
        return new ContainerSetup(client, start, Options.Create(options), NullLogger<ContainerSetup>.Instance);
    }

    private DeliveryApp NewApp(params (string Key, string Value)[] settings)
    {
        var app = new DeliveryApp(emulator);
        foreach (var (key, value) in settings)
        {
            app.Settings[$"{DeliveryOptions.Section}:{key}"] = value;
        }

        return app;
    }
}
