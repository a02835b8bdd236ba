using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>
/// A database for one test of the Cosmos DB protocol: on an emulator in memory, or on the account whose connection string is in
/// the environment variable <see cref="ConnectionVariable"/>. That one is deleted at the end.
/// </summary>
internal sealed class ContractDatabase : IAsyncDisposable
{
    public const string ConnectionVariable = "COSMOS_TEST_CONNECTION";

    private readonly EmulatorHost? _host;

    private ContractDatabase(EmulatorHost? host, CosmosClient client, Database database) =>
        (_host, Client, Database) = (host, client, database);

    public CosmosClient Client { get; }

    public Database Database { get; }

    /// <param name="partitions">
    /// The physical partitions of each container in memory. An account decides by itself; the results must be the same.
    /// </param>
    /// <param name="throughput">For the containers of the database to share; null for none.</param>
    public static async Task<ContractDatabase> CreateAsync(int partitions = 1, ThroughputProperties? throughput = null)
    {
        var connection = Environment.GetEnvironmentVariable(ConnectionVariable);
        var host = string.IsNullOrEmpty(connection)
            ? await EmulatorHost.StartAsync(options => options.Partitions = partitions)
            : null;
        var client = host?.Client ?? new CosmosClient(connection, AccountOptions);
        return new ContractDatabase(host, client, await client.CreateDatabaseAsync($"contract-{Guid.NewGuid():N}", throughput));
    }

    public async Task<Container> CreateContainerAsync(string partitionKeyPath = "/ownerId", int throughput = 400) =>
        await Database.CreateContainerAsync("items", partitionKeyPath, throughput);

    /// <param name="seconds">Null if no item expires.</param>
    public async Task<Container> CreateContainerWithTimeToLiveAsync(int? seconds) => await Database.CreateContainerAsync(
        new ContainerProperties("items", "/ownerId") { DefaultTimeToLive = seconds }, throughput: 10_000);

    /// <summary>Lets time pass. In memory the clock is moved.</summary>
    public Task WaitAsync(TimeSpan time)
    {
        _host?.Time.Advance(time);
        return _host is null ? Task.Delay(time, TimeProvider.System, TestContext.Current.CancellationToken) : Task.CompletedTask;
    }

    /// <summary>A client that sends operations in bulk.</summary>
    public CosmosClient NewBulkClient()
    {
        var options = _host is null ? AccountOptions : new CosmosClientOptions();
        options.AllowBulkExecution = true;
        return _host?.NewClient(EmulatorOptions.WellKnownKey, options)
            ?? new CosmosClient(Environment.GetEnvironmentVariable(ConnectionVariable), options);
    }

    public async ValueTask DisposeAsync()
    {
        if (_host is not null)
        {
            await _host.DisposeAsync();
            return;
        }

        await Database.DeleteAsync();
        Client.Dispose();
    }

    // Emulators have a certificate that no machine trusts.
    private static CosmosClientOptions AccountOptions => new()
    {
        ConnectionMode = ConnectionMode.Gateway,
        LimitToEndpoint = true,
        ServerCertificateCustomValidationCallback = (_, _, _) => true,
    };
}
