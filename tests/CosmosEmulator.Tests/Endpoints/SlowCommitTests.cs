using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Batches whose operations are slow: each write of a document asks the clock, which takes long to answer.</summary>
public sealed class SlowCommitTests
{
    private const int Batches = 40;
    private static readonly PartitionKey Owner = new("o7");

    [Fact]
    public async Task Batch_SlowedBetweenItsOperations_IsSeenAsAWholeOrNotAtAll()
    {
        var clock = new SlowClock();
        await using var emulator = await EmulatorHost.StartAsync(options => options.Time = clock);
        var container = await emulator.CreateContainerAsync(throughput: 100_000);
        await ExecuteAsync(container, number: 0);
        clock.Spins = 100_000;

        var writes = Task.Run(() => WriteAsync(container));
        var seen = new HashSet<int>();
        do
        {
            seen.Add(await ReadAsync(container));
        }
        while (!writes.IsCompleted);

        await writes;
        Assert.Equal(Batches, await ReadAsync(container));
        Assert.True(seen.Count > 2, "The reads are not between the batches.");
    }

    private static async Task WriteAsync(Container container)
    {
        for (var number = 1; number <= Batches; number++)
        {
            // The second one fails at its last operation.
            await ExecuteAsync(container, number);
            Assert.Equal(HttpStatusCode.NotFound, await ExecuteAsync(container, 1_000 + number, last: "missing"));
        }
    }

    private static async Task<HttpStatusCode> ExecuteAsync(Container container, int number, string last = "d1")
    {
        var batch = container.CreateTransactionalBatch(Owner);
        foreach (var id in new[] { "d1", "d2", "d3" })
        {
            batch.UpsertItem(new DeliveryItem(id, "o7", Month: number));
        }

        using var response = await batch.PatchItem(last, [PatchOperation.Set("/note", "patched")]).ExecuteAsync();
        return response.StatusCode;
    }

    /// <summary>The number that all items have: that of one batch.</summary>
    private static async Task<int> ReadAsync(Container container)
    {
        using var pages = container.GetItemQueryIterator<DeliveryItem>(
            "SELECT * FROM c", requestOptions: new QueryRequestOptions { PartitionKey = Owner });
        var items = await pages.ReadNextAsync();
        Assert.Equal(3, items.Count);
        return Assert.Single(items.Select(item => item.Month).Distinct());
    }

    private sealed class SlowClock : TimeProvider
    {
        public int Spins { get; set; }

        public override DateTimeOffset GetUtcNow()
        {
            Thread.SpinWait(Spins);
            return base.GetUtcNow();
        }
    }
}
