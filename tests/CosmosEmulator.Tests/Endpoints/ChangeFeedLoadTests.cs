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

    [Theory]
    [InlineData(1)]
    public Task ChangeFeed_UnderWrites_IsCompleteAndInOrderOfEachKey(int seconds) => RunAsync(TimeSpan.FromSeconds(seconds));

    [Theory(Explicit = true)]
    [InlineData(60)]
    public Task ChangeFeed_UnderAMinuteOfWrites_IsCompleteAndInOrderOfEachKey(int seconds) => RunAsync(TimeSpan.FromSeconds(seconds));

    private static async Task RunAsync(TimeSpan length)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => (options.Time, options.Partitions) = (TimeProvider.System, 3));
        var container = await emulator.CreateContainerAsync(throughput: 1_000_000);
        var last = new ConcurrentDictionary<string, int>();
        using var end = new CancellationTokenSource(length);
        var writes = Task.WhenAll(Enumerable.Range(0, Writers).Select(
            writer => Task.Run(() => WriteAsync(container, writer, last, end.Token))));
        var reads = Enumerable.Range(1, Readers).Select(reader => Task.Run(() => ReadAsync(container, 7 * reader, writes))).ToList();
        await Task.Delay(length / 2, TestContext.Current.CancellationToken);
        emulator.SplitFirstPartition();

        await writes;
        foreach (var seen in await Task.WhenAll(reads))
        {
            Assert.Equal(last.OrderBy(each => each.Key), seen.OrderBy(each => each.Key));
        }

        TestContext.Current.TestOutputHelper!.WriteLine($"{last.Count} items, about {last.Values.Sum() / ItemsOfOwner} writes");
    }

    /// <param name="last">The number of the last write of each item.</param>
    private static async Task WriteAsync(
        Container container, int writer, ConcurrentDictionary<string, int> last, CancellationToken end)
    {
        var random = new Random(writer);
        var numbers = new int[OwnersOfWriter];
        while (!end.IsCancellationRequested)
        {
            var index = random.Next(OwnersOfWriter);
            var owner = $"o{writer}-{index}";
            var number = ++numbers[index];
            var item = new DeliveryItem($"{owner}-{random.Next(ItemsOfOwner)}", owner, Month: number);
            if (random.Next(4) > 0)
            {
                await container.UpsertItemAsync(item, new PartitionKey(owner));
                last[item.Id] = number;
                continue;
            }

            var next = item with { Id = $"{owner}-{random.Next(ItemsOfOwner)}", Month = ++numbers[index] };
            using var response = await container.CreateTransactionalBatch(new PartitionKey(owner))
                .UpsertItem(item)
                .UpsertItem(next)
                .ExecuteAsync(CancellationToken.None);
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            (last[item.Id], last[next.Id]) = (number, next.Month);
        }
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

                await Task.Delay(1);
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
