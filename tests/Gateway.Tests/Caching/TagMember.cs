using DroneDelivery.Gateway.Caching;
using DroneDelivery.ServiceDefaults.Tests.Redis;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>What a gateway has to exchange tags, without the gateway.</summary>
internal sealed class TagMember : IAsyncDisposable
{
    public static readonly string[] Tags = ["deliveries"];

    private readonly CacheTags _tags = new();
    private readonly TestRedis _redis;

    public TagMember(string address)
    {
        _redis = new TestRedis(address);
        Exchange = new TagExchange(_redis.Connection, _tags, _redis.Time);
    }

    public TagExchange Exchange { get; }

    public ManualTimeProvider Time => _redis.Time;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public Task ChangeAsync()
    {
        Exchange.Announce(Tags);
        return Exchange.ExchangeAsync(Cancelled);
    }

    /// <summary>Whether an exchange has made old what is kept here.</summary>
    public async Task<bool> HearsAsync()
    {
        var before = _tags.Changes;
        await Exchange.ExchangeAsync(Cancelled);
        return !_tags.AreUnchanged(Tags, before);
    }

    /// <summary>Returns once its timer runs.</summary>
    public async Task StartAsync()
    {
        await Exchange.StartAsync(Cancelled);
        while (Time.PendingTimers == 0)
        {
            await Task.Yield();
        }
    }

    public Task ReconnectedAsync() =>
        _redis.UntilAnsweredAsync(() => _redis.Connection.AskAsync(database => database.PingAsync(), Cancelled));

    public async ValueTask DisposeAsync()
    {
        Exchange.Dispose();
        await _redis.DisposeAsync();
    }
}
