using System.Collections.Concurrent;
using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>
/// The change feed while it is written and a partition splits. Each writer numbers the writes of its own partition keys, so that a
/// reader sees a missing or a late change. The long run is explicit.
/// </summary>
public sealed class ChangeFeedLoadTests
{
    private const int Writers = 8;
    private const int Readers = 4;
    private const int OwnersOfWriter = 3;
    private const int ItemsOfOwner = 10;

    [Fact]
    public Task ChangeFeed_UnderWrites_IsCompleteAndInOrderOfEachKey() => RunAsync(writes: 100);

    /// <summary>About a minute on two cores.</summary>
    [Fact(Explicit = true)]
    public Task ChangeFeed_UnderManyWrites_IsCompleteAndInOrderOfEachKey() => RunAsync(writes: 24_000);

    /// <param name="writes">Of each writer; a batch is one.</param>
    private static async Task RunAsync(int writes)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => (options.Time, options.Partitions) = (TimeProvider.System, 3));
        var container = await emulator.CreateContainerAsync(throughput: 1_000_000);
        var last = new ConcurrentDictionary<string, int>();
        var writers = Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(async () =>
        {
            var random = new Random(writer);
            var numbers = new int[OwnersOfWriter];
            for (var write = 0; write < writes; write++)
            {
                if ((writer, write) == (0, writes / 2))
                {
                    emulator.SplitFirstPartition();
                }

                await WriteAsync(container, writer, random, numbers, last);
            }
        })));
        var reads = Enumerable.Range(1, Readers).Select(reader => Task.Run(() => ReadAsync(container, 7 * reader, writers))).ToList();

        await writers;
        foreach (var seen in await Task.WhenAll(reads))
        {
            Assert.Equal(last.OrderBy(each => each.Key), seen.OrderBy(each => each.Key));
        }
    }

    /// <param name="numbers">The number of the last write to each partition key of the writer.</param>
    /// <param name="last">The number of the last write of each item.</param>
    private static async Task WriteAsync(
        Container container, int writer, Random random, int[] numbers, ConcurrentDictionary<string, int> last)
    {
        var index = random.Next(OwnersOfWriter);
        var owner = $"o{writer}-{index}";
        var item = NextItem();
        if (random.Next(4) > 0)
        {
            await container.UpsertItemAsync(item, new PartitionKey(owner));
            last[item.Id] = item.Month;
            return;
        }

        var next = NextItem();
        using var response = await container.CreateTransactionalBatch(new PartitionKey(owner))
            .UpsertItem(item)
            .UpsertItem(next)
            .ExecuteAsync(TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        last[item.Id] = item.Month;
        last[next.Id] = next.Month;

        DeliveryItem NextItem() => new($"{owner}-{random.Next(ItemsOfOwner)}", owner, Month: ++numbers[index]);
    }

    /// <summary>Reads until nothing is left after the last write.</summary>
    /// <returns>The number of the last change of each item.</returns>
    private static async Task<Dictionary<string, int>> ReadAsync(Container container, int pageSize, Task writes)
    {
        using var pages = container.GetChangeFeedIterator<DeliveryItem>(
            ChangeFeedStartFrom.Beginning(), ChangeFeedMode.LatestVersion, new ChangeFeedRequestOptions { PageSizeHint = pageSize });
        var seen = new Dictionary<string, int>();
        var lastOfOwner = new Dictionary<string, int>();
        while (true)
        {
            var isLast = writes.IsCompleted;
            var page = await pages.ReadNextAsync();
            if (page.StatusCode == HttpStatusCode.NotModified)
            {
                if (isLast)
                {
                    return seen;
                }

                continue;
            }

            foreach (var item in page)
            {
                Assert.True(
                    item.Month > lastOfOwner.GetValueOrDefault(item.OwnerId),
                    $"{item.Id} has number {item.Month} after {lastOfOwner.GetValueOrDefault(item.OwnerId)} of {item.OwnerId}.");
                (seen[item.Id], lastOfOwner[item.OwnerId]) = (item.Month, item.Month);
            }
        }
    }
}
