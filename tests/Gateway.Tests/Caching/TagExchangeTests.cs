using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>Several gateways on one Redis: answers go when another gateway has changed what they are made of.</summary>
public sealed class TagExchangeTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    // The list is fresh for a day: its age is not why it is read again.
    [Fact(Timeout = 300_000)]
    public async Task Delivery_CreatedThroughAnotherGateway_ListIsReadAgain()
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

    [Fact(Timeout = 300_000)]
    public async Task Change_NobodyAsksForAnExchange_IsToldWithinATenthOfASecond()
    {
        await using var pair = await TagPair.StartAsync();
        var (one, other) = (pair.One, pair.Other);
        await using var numbers = await ChangedNumbers.WatchAsync(pair.Server.Address);
        await one.StartAsync();

        one.Exchange.Announce(TagMember.Tags);
        one.Time.Advance(TimeSpan.FromSeconds(0.1));
        await numbers.Next;

        Assert.True(await other.HearsAsync());
        await one.Exchange.StopAsync(Cancelled);
    }

    [Fact(Timeout = 300_000)]
    public async Task Change_BeforeTheStop_IsTold()
    {
        await using var pair = await TagPair.StartAsync();
        var (one, other) = (pair.One, pair.Other);
        await one.StartAsync();

        one.Exchange.Announce(TagMember.Tags);
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

    [Fact(Timeout = 300_000)]
    public async Task Change_OfOneGateway_IsHeardByTheOtherOnceAndNotByItself()
    {
        await using var pair = await TagPair.StartAsync();
        var (one, other) = (pair.One, pair.Other);

        await one.ChangeAsync();

        Assert.Equal((false, true), (await one.HearsAsync(), await other.HearsAsync()));
        Assert.Equal((false, false), (await one.HearsAsync(), await other.HearsAsync()));
    }

    // Each is one higher than before, as if the own change were the only one.
    [Fact(Timeout = 300_000)]
    public async Task Changes_OfBothAtOnce_AreHeardByBoth()
    {
        await using var pair = await TagPair.StartAsync();
        var (one, other) = (pair.One, pair.Other);

        one.Exchange.Announce(TagMember.Tags);
        other.Exchange.Announce(TagMember.Tags);

        Assert.Equal((false, true), (await one.HearsAsync(), await other.HearsAsync()));
        Assert.Equal((true, false), (await one.HearsAsync(), await other.HearsAsync()));
    }

    [Fact(Timeout = 300_000)]
    public async Task Change_WhileRedisIsLost_IsHeardWhenItIsBack()
    {
        await using var pair = await TagPair.StartAsync();
        var (one, other) = (pair.One, pair.Other);

        await pair.Server.KillAsync();
        await one.ChangeAsync();
        Assert.False(await other.HearsAsync());
        // It has forgotten all numbers: whatever had changed meanwhile, nothing that is kept may be trusted.
        await pair.Server.RunAsync();

        await Task.WhenAll(one.ReconnectedAsync(), other.ReconnectedAsync());
        Assert.True(await other.HearsAsync());
        Assert.True(await one.HearsAsync());
        Assert.True(await other.HearsAsync());
    }

    private static async Task<CachedGateway> StartAsync(string redis) => (await CachedGateway.StartAsync())
        .With("Redis:Address", redis)
        .With("Redis:AnswerTimeout", "00:00:10")
        .With("Cache:Routes:delivery-list:TimeToLive", "1.00:00:00");
}
