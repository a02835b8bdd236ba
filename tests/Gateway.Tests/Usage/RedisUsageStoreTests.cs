using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults.Redis;
using DroneDelivery.ServiceDefaults.Tests.Redis;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Usage;

public sealed class RedisUsageStoreTests
{
    private static readonly UsageKey First = new("k1", "/a", 200);
    private static readonly UsageKey Second = new("k2", "/b/{**rest}", 429);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 300_000)]
    public async Task Write_BatchesOfTwoGatewaysAndOneTwice_AreEachAddedOnce()
    {
        await using var server = await RedisServer.StartAsync();
        await using var redis = new TestRedis(server.Address);
        var store = new RedisUsageStore(redis.Connection);

        foreach (var batch in new[]
        {
            UsageFile.Batch("a", 1, (First, 2), (Second, 1)), UsageFile.Batch("b", 1, (First, 3)),
            UsageFile.Batch("a", 1, (First, 2), (Second, 1)), UsageFile.Batch("a", 2, (First, 4)),
        })
        {
            await store.WriteAsync(batch, Cancellation);
        }

        var read = await ReadAsync(store);
        Assert.Equal((9, 900), (read.Rows[First].Requests, read.Rows[First].BytesOut));
        Assert.Equal(1, read.Rows[Second].Requests);
        Assert.Equal((60, 10), (Assert.Single(read.Intervals).Key, read.Intervals[0].Value.Requests));
        Assert.Equal([Second], (await ReadAsync(store, route: Second.Route)).Rows.Keys);
        Assert.Empty((await ReadAsync(store, key: "k3")).Rows);
    }

    /// <summary>More than goes into one script.</summary>
    [Fact(Timeout = 300_000)]
    public async Task Write_ManyRowsTwice_AreAllAddedOnce()
    {
        await using var server = await RedisServer.StartAsync();
        await using var redis = new TestRedis(server.Address);
        var store = new RedisUsageStore(redis.Connection);
        var batch = UsageFile.Batch(
            "a", 7, [.. Enumerable.Range(0, 3_000).Select(number => (new UsageKey($"k{number}", "/a", 200), 1L))]);

        await store.WriteAsync(batch, Cancellation);
        await store.WriteAsync(batch, Cancellation);

        Assert.Equal(3_000, (await ReadAsync(store)).Rows.Sum(row => row.Value.Requests));
    }

    [Fact(Timeout = 300_000)]
    public async Task Write_RedisIsNotThere_FailsAndCanBeTriedAgain()
    {
        await using var server = RedisServer.NotStarted();
        await using var redis = new TestRedis(server.Address);
        var store = new RedisUsageStore(redis.Connection);
        var batch = UsageFile.Batch("a", 1, (First, 2));
        await Assert.ThrowsAsync<RedisLostException>(() => store.WriteAsync(batch, Cancellation));

        await server.RunAsync();
        await redis.UntilAnsweredAsync(() => redis.Connection.AskAsync(database => database.PingAsync(), Cancellation));
        await store.WriteAsync(batch, Cancellation);

        Assert.Equal(2, (await ReadAsync(store)).Rows[First].Requests);
    }

    [Fact(Timeout = 300_000)]
    public async Task Read_ByInterval_SumsWhatBeganInIt()
    {
        await using var server = await RedisServer.StartAsync();
        await using var redis = new TestRedis(server.Address);
        var store = new RedisUsageStore(redis.Connection);
        await store.WriteAsync(UsageFile.Batch("a", 1, (First, 2)), Cancellation);
        await store.WriteAsync(
            UsageFile.Batch("a", 2, (First, 3)) with { At = DateTimeOffset.UnixEpoch.AddSeconds(130) }, Cancellation);
        await store.WriteAsync(
            UsageFile.Batch("a", 3, (First, 4)) with { At = DateTimeOffset.UnixEpoch.AddHours(1.5) }, Cancellation);

        var minutes = await ReadAsync(store);
        var hours = await store.ReadAsync(new UsageFilter(0, 1_000_000, 3_600, Keys: null, Route: null), Cancellation);
        var narrow = await store.ReadAsync(new UsageFilter(120, 5_400, 60, Keys: null, Route: null), Cancellation);

        Assert.Equal([(60, 2), (120, 3), (5_400, 4)], Sums(minutes));
        Assert.Equal([(0, 5), (3_600, 4)], Sums(hours));
        Assert.Equal([(120, 3)], Sums(narrow));
    }

    private static IEnumerable<(long Start, long Requests)> Sums(UsageRead read) =>
        read.Intervals.Select(interval => (interval.Key, interval.Value.Requests));

    private static Task<UsageRead> ReadAsync(RedisUsageStore store, string? key = null, string? route = null) =>
        store.ReadAsync(new UsageFilter(0, 1_000_000, 60, key is null ? null : new HashSet<string> { key }, route), Cancellation);
}
