using DroneDelivery.Shared.Benchmarks;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>A running server and a client of it: the unmodified SDK.</summary>
internal sealed class Target(string name, ServerProcess process) : IAsyncDisposable
{
    private const string Key = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    public string Name { get; } = name;

    public ServerProcess Process { get; } = process;

    public CosmosClient Client { get; } = new(
        process.Address.ToString(),
        Key,
        new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway, GatewayModeMaxConnectionLimit = 500, LimitToEndpoint = true });

    public static async Task<Target> StartAsync(EmulatorBuild build) => new(build.Name, await build.StartAsync());

    public Container Find(DocumentSet documents) => Client.GetContainer(DocumentSet.Database, documents.Container);

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await Process.DisposeAsync();
    }
}
