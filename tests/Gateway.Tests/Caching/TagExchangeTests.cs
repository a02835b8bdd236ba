using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Tests.Redis;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>Several gateways on one Redis: answers go when another gateway has changed what they are made of.</summary>
public sealed class TagExchangeTests
{
    private static readonly string[] Deliveries = ["deliveries"];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    // The list is fresh for a day: it is not age that makes it anew.
    [Fact(Timeout = 30_000)]
    public async Task Delivery_CreatedThroughAnotherGateway_ListIsMadeAnew()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = await StartAsync(server.Address);
        await using var other = await StartAsync(server.Address);
        other.Delivery.Answer("/deliveries", StatusCodes.Status201Created);
        await one.GetAsync();
        Assert.Equal("HIT", (await one.GetAsync()).Cache);

        await other.SendAsync(HttpMethod.Post, "/api/deliveries");
        await other.Exchange!.ExchangeAsync(Cancelled);
        await one.Exchange!.ExchangeAsync(Cancelled);

        var answer = await one.GetAsync();
        Assert.Equal(("list 2", "MISS"), (answer.Body, answer.Cache));
    }

    [Fact(Timeout = 30_000)]
    public async Task Change_NobodyAsksForAnExchange_IsToldWithinATenthOfASecond()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.ChangeAsync();
        await other.HearsAsync();
        await using var numbers = await ChangedNumbers.WatchAsync(server.Address);
        await one.StartAsync();

        one.Exchange.Announce(Deliveries);
        one.Time.Advance(TimeSpan.FromSeconds(0.1));
        await numbers.Next;

        Assert.True(await other.HearsAsync());
        await one.Exchange.StopAsync(Cancelled);
    }

    [Fact(Timeout = 30_000)]
    public async Task Change_BeforeTheStop_IsTold()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.ChangeAsync();
        await other.HearsAsync();
        await one.StartAsync();

        one.Exchange.Announce(Deliveries);
        await one.Exchange.StopAsync(Cancelled);

        Assert.True(await other.HearsAsync());
    }

    [Theory]
    [InlineData(null, "gateway")]
    [InlineData("127.0.0.1:6379", "none")]
    public async Task Redis_NotGivenOrNothingKept_IsNotUsed(string? redis, string cache)
    {
        await using var gateway = (await CachedGateway.StartAsync()).With("Cache:Mode", cache);
        if (redis is not null)
        {
            gateway.With("Redis:Address", redis);
        }

        await gateway.GetAsync();

        Assert.Null(gateway.Exchange);
    }

    [Fact(Timeout = 30_000)]
    public async Task Change_OfOneGateway_IsHeardByTheOtherOnceAndNotByItself()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.ChangeAsync();
        await other.HearsAsync();

        await one.ChangeAsync();

        Assert.Equal((false, true), (await one.HearsAsync(), await other.HearsAsync()));
        Assert.Equal((false, false), (await one.HearsAsync(), await other.HearsAsync()));
    }

    // Each is one higher than before, as if the own change were the only one.
    [Fact(Timeout = 30_000)]
    public async Task Changes_OfBothAtOnce_AreHeardByBoth()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.ChangeAsync();
        await other.HearsAsync();

        one.Exchange.Announce(Deliveries);
        other.Exchange.Announce(Deliveries);

        Assert.Equal((false, true), (await one.HearsAsync(), await other.HearsAsync()));
        Assert.Equal((true, false), (await one.HearsAsync(), await other.HearsAsync()));
    }

    [Fact(Timeout = 30_000)]
    public async Task Change_WhileRedisIsLost_IsHeardWhenItIsBack()
    {
        await using var server = await RedisServer.StartAsync();
        await using var one = new Member(server.Address);
        await using var other = new Member(server.Address);
        await one.ChangeAsync();
        await other.HearsAsync();

        await server.KillAsync();
        await one.ChangeAsync();
        Assert.False(await other.HearsAsync());
        // It has forgotten all numbers: whatever had changed meanwhile, nothing that is kept may be trusted.
        await server.RunAsync();

        await Task.WhenAll(one.ReconnectedAsync(), other.ReconnectedAsync());
        Assert.True(await other.HearsAsync());
        Assert.True(await one.HearsAsync());
        Assert.True(await other.HearsAsync());
    }

    private static async Task<CachedGateway> StartAsync(string redis) => (await CachedGateway.StartAsync())
        .With("Redis:Address", redis)
        .With("Redis:AnswerTimeout", "00:00:10")
        .With("Cache:Routes:delivery-list:TimeToLive", "1.00:00:00");

    /// <summary>What a gateway has for it, without the gateway.</summary>
    private sealed class Member : IAsyncDisposable
    {
        private readonly CacheTags _tags = new();
        private readonly TestRedis _redis;

        public Member(string address)
        {
            _redis = new TestRedis(address);
            Exchange = new TagExchange(_redis.Connection, _tags, _redis.Time);
        }

        public TagExchange Exchange { get; }

        public ManualTimeProvider Time => _redis.Time;

        public Task ChangeAsync()
        {
            Exchange.Announce(Deliveries);
            return Exchange.ExchangeAsync(Cancelled);
        }

        /// <summary>Whether an exchange has made old what is kept here.</summary>
        public async Task<bool> HearsAsync()
        {
            var before = _tags.Changes;
            await Exchange.ExchangeAsync(Cancelled);
            return !_tags.AreUnchanged(Deliveries, before);
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
}
