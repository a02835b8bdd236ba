using StackExchange.Redis;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>Redis itself says when a gateway has told it of a change.</summary>
internal sealed class ChangedNumbers : IAsyncDisposable
{
    private readonly ConnectionMultiplexer _redis;
    private readonly TaskCompletionSource _next = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private ChangedNumbers(ConnectionMultiplexer redis) => _redis = redis;

    /// <summary>Completes with the first change since the watch began.</summary>
    public Task Next => _next.Task.WaitAsync(TestContext.Current.CancellationToken);

    public static async Task<ChangedNumbers> WatchAsync(string address)
    {
        // The client's own limits are 5 s, which a busy machine may exceed.
        var redis = await ConnectionMultiplexer.ConnectAsync(
            $"{address},allowAdmin=true,connectTimeout=60000,asyncTimeout=60000,syncTimeout=60000");
        var numbers = new ChangedNumbers(redis);
        // K: events by key; h: of hashes.
        await redis.GetServer(address).ConfigSetAsync("notify-keyspace-events", "Kh");
        var changes = RedisChannel.Literal("__keyspace@0__:{cache}:tags");
        await redis.GetSubscriber().SubscribeAsync(changes, (_, _) => numbers._next.TrySetResult());
        return numbers;
    }

    public async ValueTask DisposeAsync() => await _redis.CloseAsync();
}
