using DroneDelivery.Delivery.Storage;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Tests.Storage;

[Collection(EmulatorTests.Name)]
public sealed class ContainerSetupTests(Emulator emulator)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

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
        var handler = new SwitchedHandler(emulator.CreateHandler());
        var clock = new ManualTimeProvider();
        var cosmos = NewStart(handler, clock, Deliveries("awaited"));

        var start = cosmos.StartAsync(TestContext.Current.CancellationToken);
        await WaitForATimerAsync(clock);
        handler.IsOn = true;
        clock.Advance(TimeSpan.FromSeconds(1));
        await start;

        Assert.NotNull(await emulator.FindStateAsync(Emulator.ByDeliveryId, "awaited"));
    }

    [Fact]
    public async Task Start_ThroughputRefused_SaysWhy()
    {
        var setup = NewStart(emulator.CreateHandler(), TimeProvider.System, Deliveries("drones", throughput: 150));

        var refusal = await Assert.ThrowsAsync<OptionsValidationException>(
            () => setup.StartAsync(TestContext.Current.CancellationToken));

        Assert.Contains("http://localhost/ (--cosmos) answered 400", refusal.Message, StringComparison.Ordinal);
        Assert.Contains("150", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_ContainerExists_IsUsedAsItIs()
    {
        await emulator.CreateAsync(Emulator.ByDeliveryId, "/deliveryId", "existing", throughput: 54_000);
        var handler = new RecordingHandler(emulator.CreateHandler());

        await NewStart(handler, TimeProvider.System, Deliveries("existing")).StartAsync(Cancelled);

        Assert.All(handler.Requests, request => Assert.Equal("GET", request.Method));
        Assert.Contains(handler.Requests, request => request.Path == "/dbs/existing/colls/deliveriesByDeliveryId");
        Assert.DoesNotContain(handler.Requests, request => request.Path.StartsWith("/offers", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Start_ContainerMissing_IsCreatedWithAnExplicitThroughput()
    {
        var handler = new RecordingHandler(emulator.CreateHandler());

        await NewStart(handler, TimeProvider.System, Deliveries("explicit")).StartAsync(Cancelled);

        Assert.Equal("400", Assert.Single(handler.Requests, IsCreation).Throughput);
    }

    [Fact]
    public async Task Start_AccountIsServerless_CreatesTheContainerWithoutThroughput()
    {
        var handler = new RecordingHandler(emulator.CreateHandler()) { IsServerless = true };

        await NewStart(handler, TimeProvider.System, Deliveries("serverless")).StartAsync(Cancelled);

        Assert.Equal(["400", null], handler.Requests.Where(IsCreation).Select(request => request.Throughput));
        Assert.NotNull(await emulator.FindStateAsync(Emulator.ByDeliveryId, "serverless"));
    }

    [Fact]
    public async Task Start_ContainerHasAnotherPartitionKey_SaysWhich()
    {
        await emulator.CreateAsync(Emulator.ByDeliveryId, "/droneId", "mismatched");

        var refusal = await Assert.ThrowsAsync<OptionsValidationException>(
            () => NewStart(emulator.CreateHandler(), TimeProvider.System, Deliveries("mismatched")).StartAsync(Cancelled));

        Assert.Contains(
            "has a container mismatched/deliveriesByDeliveryId with the partition key /droneId instead of /deliveryId",
            refusal.Message,
            StringComparison.Ordinal);
    }

    [Fact(Timeout = 300_000)]
    public async Task StartWithIdentity_ContainerMissing_OnlyReadsUntilItExists()
    {
        var handler = new RecordingHandler(emulator.CreateHandler());
        var clock = new ManualTimeProvider();
        using var warnings = new RecordedWarnings();
        var cosmos = NewStart(handler, clock, Deliveries("identity"), new CosmosOptions { Identity = true }, warnings);

        await cosmos.StartAsync(Cancelled);
        foreach (var _ in Enumerable.Range(0, 3))
        {
            await WaitForATimerAsync(clock);
            clock.Advance(TimeSpan.FromSeconds(5));
        }

        await WaitForATimerAsync(clock);
        var isEarly = cosmos.Completed.IsCompleted;
        await emulator.CreateAsync(Emulator.ByDeliveryId, "/deliveryId", "identity");
        clock.Advance(TimeSpan.FromSeconds(5));
        await cosmos.Completed.WaitAsync(Cancelled);

        Assert.False(isEarly);
        Assert.Equal(
            "Cosmos DB at http://localhost/ has no container identity/deliveriesByDeliveryId with the partition key /deliveryId. "
            + "A service with an identity creates nothing; it checks again every 5 s",
            Assert.Single(warnings.Lines));
        Assert.All(handler.Requests, request => Assert.Equal("GET", request.Method));
        // Five checks: the SDK sends a read of metadata that takes too long up to three times.
        Assert.InRange(handler.Requests.Count(request => request.Path == "/dbs/identity/colls/deliveriesByDeliveryId"), 5, 3 * 5);
    }

    [Fact(Timeout = 300_000)]
    public async Task StartWithIdentity_DatabaseIsAway_ContinuesUntilItAnswers()
    {
        var handler = new SwitchedHandler(emulator.CreateHandler());
        var clock = new ManualTimeProvider();
        await emulator.CreateAsync(Emulator.ByDeliveryId, "/deliveryId", "away");
        var cosmos = NewStart(handler, clock, Deliveries("away"), new CosmosOptions { Identity = true });

        await cosmos.StartAsync(Cancelled);
        await WaitForATimerAsync(clock);
        var fault = cosmos.Fault;
        handler.IsOn = true;
        clock.Advance(TimeSpan.FromSeconds(5));
        await cosmos.Completed.WaitAsync(Cancelled);

        Assert.StartsWith("answered 503", fault);
    }

    private static bool IsCreation(RecordingHandler.Request request) =>
        request.Method == "POST" && request.Path.EndsWith("/colls", StringComparison.Ordinal);

    private static async Task WaitForATimerAsync(ManualTimeProvider clock)
    {
        while (clock.PendingTimers == 0)
        {
            Cancelled.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private static RequiredContainer Deliveries(string database, int? throughput = null) =>
        new(database, Emulator.ByDeliveryId, "/deliveryId", throughput);

    private static CosmosStart NewStart(
        HttpMessageHandler handler,
        TimeProvider time,
        RequiredContainer container,
        CosmosOptions? options = null,
        RecordedWarnings? warnings = null)
    {
        var client = CosmosClients.On(handler);
        var loggers = LoggerFactory.Create(logging => logging.AddProvider(warnings ?? new RecordedWarnings()));
        return new CosmosStart(
            [container], () => client, Options.Create(options ?? new CosmosOptions()), time, loggers.CreateLogger<CosmosStart>());
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
