using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Other tests would change the memory that is measured.</summary>
[CollectionDefinition(DisableParallelization = true)]
public sealed class MemoryCollection;

[Collection(typeof(MemoryCollection))]
public sealed class MemoryTests
{
    private const string Items = "/dbs/db/colls/items/docs";
    private const int Rounds = 4_000;
    private const long MaxBytesPerRound = 500;

    private static readonly (string, string) Key = (CosmosHeaders.PartitionKey, "[\"o7\"]");

    /// <summary>Queries have parameters of their own in each round, so that none is answered from a cache.</summary>
    [Fact]
    public async Task Requests_OfEachKind_KeepNoMemory()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync(throughput: 1_000_000);
        await SendAsync(emulator, 0, Rounds / 4);
        var before = GC.GetTotalMemory(forceFullCollection: true);

        await SendAsync(emulator, Rounds, Rounds);

        Assert.InRange((GC.GetTotalMemory(forceFullCollection: true) - before) / Rounds, long.MinValue, MaxBytesPerRound);
    }

    private static async Task SendAsync(EmulatorHost emulator, int first, int count)
    {
        for (var number = first; number < first + count; number++)
        {
            using var written = await emulator.SendAsync(
                "POST", Items, $$"""{"id":"d1","ownerId":"o7","number":{{number}}}""", Key, (CosmosHeaders.IsUpsert, "True"));
            using var read = await emulator.SendAsync("GET", $"{Items}/d1", "", Key);
            using var found = await emulator.SendAsync(
                "POST", Items,
                $$"""{"query":"SELECT * FROM c WHERE c.number = @n","parameters":[{"name":"@n","value":{{number}}}]}""",
                Key, (CosmosHeaders.IsQuery, "True"));
            Assert.All([written, read, found], response => response.EnsureSuccessStatusCode());
        }
    }
}
