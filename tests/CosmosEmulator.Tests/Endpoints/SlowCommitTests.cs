using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Batches whose operations are slow: each write of a document asks the clock, which takes long to answer.</summary>
public sealed class SlowCommitTests
{
    /// <summary>As many batches have to be seen while they are written, by reads between them.</summary>
    private const int Seen = 30;

    private static readonly PartitionKey Owner = new("o7");

    /// <summary>Batches are written until enough of them have been seen, however slow the reads are.</summary>
    [Fact(Timeout = 300_000)]
    public async Task Batch_SlowedBetweenItsOperations_IsSeenAsAWholeOrNotAtAll()
    {
        var clock = new SlowClock();
        await using var emulator = await EmulatorHost.StartAsync(options => options.Time = clock);
        var container = await emulator.CreateContainerAsync(throughput: 100_000);
        await ExecuteAsync(container, number: 0);
        clock.Spins = 100_000;

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var writes = Task.Run(() => WriteAsync(container, stop.Token));
        var seen = new HashSet<int>();
        while (seen.Count < Seen && !writes.IsCompleted)
        {
            seen.Add(await ReadAsync(container));
        }

        await stop.CancelAsync();
        Assert.Equal(await writes, await ReadAsync(container));
    }

    /// <returns>The number of the last batch that did not fail.</returns>
    private static async Task<int> WriteAsync(Container container, CancellationToken stop)
    {
        var number = 0;
        while (!stop.IsCancellationRequested)
        {
            // The second one fails at its last operation.
            number++;
            await ExecuteAsync(container, number);
            Assert.Equal(HttpStatusCode.NotFound, await ExecuteAsync(container, -number, last: "missing"));
        }

        return number;
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
