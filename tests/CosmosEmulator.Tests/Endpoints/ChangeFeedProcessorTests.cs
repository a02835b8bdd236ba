using System.Threading.Channels;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>The SDK's change feed processor. Its leases are items of a container of the emulator.</summary>
public sealed class ChangeFeedProcessorTests
{
    private const int MaxThroughput = 1_000_000;
    private const int ItemsAtOnce = 40;
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task Processor_OfTwoInstances_SharesTheChanges()
    {
        const int MaxRounds = 100;

        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 4);
        await using var processors = await Processors.CreateAsync(emulator);
        await processors.StartAsync("one");
        await processors.AddItemsAsync();
        var first = await processors.ReadChangesAsync(ItemsAtOnce);
        await processors.WaitForLeasesAsync("one", 4);

        await processors.StartAsync("two");
        await processors.WaitForLeasesAsync("two", 2);
        var instances = new HashSet<string>();
        for (var round = 0; round < MaxRounds && instances.Count < 2; round++)
        {
            await processors.AddItemsAsync();
            instances.UnionWith((await processors.ReadChangesAsync(ItemsAtOnce)).Select(change => change.Instance));
        }

        Assert.All(first, change => Assert.Equal("one", change.Instance));
        Assert.Equal(["one", "two"], instances.Order());
    }

    [Fact]
    public async Task Processor_AfterASplit_GoesOnWithTheNewPartitions()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await using var processors = await Processors.CreateAsync(emulator);
        await processors.StartAsync("one");
        var before = await processors.AddItemsAsync();
        var first = await processors.ReadChangesAsync(ItemsAtOnce);

        emulator.SplitFirstPartition();
        var after = await processors.AddItemsAsync();
        var second = await processors.ReadChangesAsync(ItemsAtOnce);

        Assert.Equal(before.Order(), first.Select(change => change.Id).Order());
        Assert.Equal(after.Order(), second.Select(change => change.Id).Distinct().Order());
    }

    /// <summary>The SDK computes it from the number of the first change, _lsn, and that of the session token.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task Estimator_OfAStoppedProcessor_CountsTheWritesThatAreLeft(int partitions)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = partitions);
        await using var processors = await Processors.CreateAsync(emulator);
        await processors.StartAsync("one");
        await processors.AddItemsAsync();
        await processors.ReadChangesAsync(ItemsAtOnce);
        using var patience = new CancellationTokenSource(Patience);
        while (await processors.EstimateAsync() > 0)
        {
            // The processor writes its position after it has handled the changes.
            patience.Token.ThrowIfCancellationRequested();
        }

        await processors.StopAsync();
        await processors.AddItemsAsync();

        Assert.Equal(ItemsAtOnce, await processors.EstimateAsync());
    }

    /// <summary>Instances of one processor, the container that they watch and the container of their leases.</summary>
    private sealed class Processors(Container items, Container leases) : IAsyncDisposable
    {
        private const string Name = "test";

        private readonly Channel<(string Instance, string Id)> _changes = Channel.CreateUnbounded<(string, string)>();
        private readonly Channel<string> _acquired = Channel.CreateUnbounded<string>();
        private readonly List<ChangeFeedProcessor> _running = [];
        private int _items;

        public static async Task<Processors> CreateAsync(EmulatorHost emulator)
        {
            var items = await emulator.CreateContainerAsync("/id", MaxThroughput);
            return new Processors(items, await items.Database.CreateContainerAsync("leases", "/id", MaxThroughput));
        }

        /// <summary>Starts an instance, which reads from the beginning if there are no leases yet.</summary>
        public async Task StartAsync(string instance)
        {
            var processor = items
                .GetChangeFeedProcessorBuilder<DeliveryItem>(
                    Name,
                    (ChangeFeedProcessorContext _, IReadOnlyCollection<DeliveryItem> changes, CancellationToken _) =>
                    {
                        foreach (var item in changes)
                        {
                            _changes.Writer.TryWrite((instance, item.Id));
                        }

                        return Task.CompletedTask;
                    })
                .WithInstanceName(instance)
                .WithLeaseContainer(leases)
                .WithStartTime(DateTime.MinValue.ToUniversalTime())
                .WithPollInterval(TimeSpan.FromMilliseconds(20))
                .WithLeaseConfiguration(acquireInterval: TimeSpan.FromMilliseconds(100), renewInterval: TimeSpan.FromSeconds(1))
                .WithLeaseAcquireNotification(_ =>
                {
                    _acquired.Writer.TryWrite(instance);
                    return Task.CompletedTask;
                })
                .Build();
            await processor.StartAsync();
            _running.Add(processor);
        }

        /// <summary>Creates items, and returns their ids.</summary>
        public async Task<List<string>> AddItemsAsync()
        {
            var ids = Enumerable.Range(_items, ItemsAtOnce).Select(number => $"d{number}").ToList();
            _items += ItemsAtOnce;
            foreach (var id in ids)
            {
                await items.CreateItemAsync(new DeliveryItem(id, "o7"));
            }

            return ids;
        }

        /// <summary>
        /// Waits for the changes of so many items. One may be handled twice, when a lease has passed to another instance.
        /// </summary>
        public async Task<List<(string Instance, string Id)>> ReadChangesAsync(int itemCount)
        {
            using var patience = new CancellationTokenSource(Patience);
            var changes = new List<(string Instance, string Id)>();
            var ids = new HashSet<string>();
            while (ids.Count < itemCount)
            {
                changes.Add(await _changes.Reader.ReadAsync(patience.Token));
                ids.Add(changes[^1].Id);
            }

            return changes;
        }

        public async Task WaitForLeasesAsync(string instance, int count)
        {
            using var patience = new CancellationTokenSource(Patience);
            while (count > 0)
            {
                var acquirer = await _acquired.Reader.ReadAsync(patience.Token);
                count -= acquirer == instance ? 1 : 0;
            }
        }

        public async Task<long> EstimateAsync()
        {
            using var states = items.GetChangeFeedEstimator(Name, leases).GetCurrentStateIterator();
            return (await states.ReadNextAsync()).Sum(state => state.EstimatedLag);
        }

        public async Task StopAsync()
        {
            foreach (var processor in _running)
            {
                await processor.StopAsync();
            }

            _running.Clear();
        }

        public async ValueTask DisposeAsync() => await StopAsync();
    }
}
