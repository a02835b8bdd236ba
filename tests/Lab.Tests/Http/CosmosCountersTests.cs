using System.CommandLine;
using DroneDelivery.Lab.Tests.CallRecording;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Http;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Http;

public sealed class CosmosCountersTests
{
    private static readonly WatchedSystem Service = new(null, "", () => [], _ => Task.FromResult(""));

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void Read_NoOption_IsNone() => Assert.Null(Read());

    [Theory]
    [InlineData("--container goes with --cosmos.", "--container", "orders")]
    [InlineData("example.org is not this machine: ", "--cosmos", "http://example.org")]
    public void Read_WrongUsage_SaysWhatIsAllowed(string message, params string[] words) =>
        Assert.StartsWith(message, Assert.Throws<FormatException>(() => Read(words)).Message);

    [Fact]
    public async Task AddTo_NoContainerIsNamed_ReadsTheOneThatUsesMostRequestUnits()
    {
        await using var account = await CosmosAccount.StartAsync();
        using var client = account.Connect(account.Endpoint);
        await client.GetDatabase("shop").CreateContainerAsync("leases", "/id", cancellationToken: Token);
        var system = await Read("--cosmos", $"{account.Endpoint}")!.AddToAsync(Service, Token);
        using var emulator = system.Emulator;
        var monitor = new CosmosMonitor(emulator, system.Container, TimeProvider.System);

        // In the first second, the other container uses more. Later reads do not ask for that second again.
        var orders = client.GetContainer("shop", CosmosAccount.Orders);
        await Order.CreateAsync(orders, new Order("1", "a", "x"));
        await client.GetContainer("shop", "leases").CreateItemAsync(
            new { id = "1", text = CosmosAccount.LongText }, cancellationToken: Token);
        await monitor.TryReadAsync(Token);
        var first = monitor.ToRecord(DateTimeOffset.UnixEpoch);
        account.Time.Advance(TimeSpan.FromSeconds(10));
        await monitor.TryReadAsync(Token);
        await Order.CreateAsync(orders, new("2", "b", CosmosAccount.LongText), new("3", "c", CosmosAccount.LongText));
        await monitor.TryReadAsync(Token);
        var record = monitor.ToRecord(DateTimeOffset.UnixEpoch);

        Assert.Equal("leases", first.Container);
        Assert.Equal((CosmosAccount.Orders, "/customer", 600), (
            record.Container, record.PartitionKeyPath, record.ProvisionedRequestUnitsPerSecond));
        Assert.Equal(3, record.DataCallsByStatus["201"]);
        Assert.Equal(3, record.Partitions.Sum(partition => partition.Seconds.Sum(second => second.Calls)));
        Assert.Equal(200, record.Partitions[0].BudgetPerSecond);
    }

    [Fact]
    public async Task AddTo_NamedContainer_ReadsThatOne()
    {
        await using var account = await CosmosAccount.StartAsync();
        using var client = account.Connect(account.Endpoint);
        await client.GetDatabase("shop").CreateContainerAsync("leases", "/id", cancellationToken: Token);
        var system = await Read("--cosmos", $"{account.Endpoint}", "--container", "leases")!.AddToAsync(Service, Token);
        using var emulator = system.Emulator;
        var monitor = new CosmosMonitor(emulator, system.Container, TimeProvider.System);

        await Order.CreateAsync(client.GetContainer("shop", CosmosAccount.Orders), new Order("1", "a", "x"));
        await monitor.TryReadAsync(Token);

        Assert.Equal(("leases", 0), (monitor.Latest?.Id, monitor.ToRecord(DateTimeOffset.UnixEpoch).DataCalls));
    }

    /// <summary>A service that does not call its database is measured as well.</summary>
    [Fact]
    public async Task AddTo_ProxyWithoutCalls_HasNoFigures()
    {
        await using var account = await CosmosAccount.StartAsync();
        await using var proxy = await LoadTests.Lab.CallRecording.RecordingProxy.StartAsync(
            account.Endpoint, 0, null, TimeProvider.System, Token);
        var system = await Read("--cosmos", $"{proxy.Address}")!.AddToAsync(Service, Token);
        using var emulator = system.Emulator;
        var monitor = new CosmosMonitor(emulator, system.Container, TimeProvider.System);

        await monitor.TryReadAsync(Token);

        Assert.Null(monitor.LastFault);
        Assert.Equal((0, 0), (
            monitor.ToRecord(DateTimeOffset.UnixEpoch).DataCalls, monitor.ToRecord(DateTimeOffset.UnixEpoch).Partitions.Count));
    }

    [Fact]
    public async Task AddTo_UnknownContainer_ListsThoseThatThereAre()
    {
        await using var account = await CosmosAccount.StartAsync();
        var counters = Read("--cosmos", $"{account.Endpoint}", "--container", "order")!;

        var error = await Assert.ThrowsAsync<LabException>(() => counters.AddToAsync(Service, Token));

        Assert.Equal($"--cosmos {account.Endpoint} has no container order. It has orders.", error.Message);
    }

    [Fact]
    public async Task AddTo_NothingListens_SaysWhere()
    {
        using var port = new UnansweredPort();

        var error = await Assert.ThrowsAsync<LabException>(() => Read("--cosmos", $"{port.Address}")!.AddToAsync(Service, Token));

        Assert.StartsWith($"--cosmos {port.Address}: nothing answers: ", error.Message);
    }

    [Fact]
    public async Task AddTo_AddressWithoutCounters_ProposesRecord()
    {
        await using var server = await LiveAccountAsync();

        var error = await Assert.ThrowsAsync<LabException>(
            () => Read("--cosmos", server.Urls.Single())!.AddToAsync(Service, Token));

        Assert.Contains("Put record in front of it", error.Message);
    }

    private static CosmosCounters? Read(params string[] words)
    {
        var options = new CosmosCounterOptions();
        var command = new Command("http");
        options.AddTo(command);
        return options.Read(command.Parse(words).CommandResult, allowRemote: false);
    }

    /// <summary>Answers 401 to everything that is not signed, as an account on Azure does.</summary>
    private static async Task<Microsoft.AspNetCore.Builder.WebApplication> LiveAccountAsync()
    {
        var app = LoopbackServer.CreateBuilder(port: 0).Build();
        Microsoft.AspNetCore.Builder.RunExtensions.Run(app, context =>
        {
            context.Response.StatusCode = 401;
            return Task.CompletedTask;
        });
        await app.StartAsync(Token);
        return app;
    }
}
