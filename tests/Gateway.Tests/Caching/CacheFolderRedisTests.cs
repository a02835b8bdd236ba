using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>Changes at another gateway on the same Redis while a gateway with a folder is stopped.</summary>
public sealed class CacheFolderRedisTests : IAsyncLifetime
{
    private RedisServer _redis = null!;
    private FolderGateway _folder = null!;
    private CachedGateway _other = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _redis = await RedisServer.StartAsync();
        _folder = await FolderGateway.StartAsync();
        Share(_folder.Gateway);
        _other = Share(await CachedGateway.StartAsync());
        _other.Delivery.Answer("/deliveries", StatusCodes.Status201Created);
        // A create of each, so that Redis has a number.
        await CreateAtOtherAsync();
        await _folder.CreateAsync();
        await ExchangeAsync();
        await _folder.GetWrittenAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await _other.DisposeAsync();
        await _folder.DisposeAsync();
        await _redis.DisposeAsync();
    }

    [Fact(Timeout = 300_000)]
    public async Task Delivery_CreatedNowhereMeanwhile_ListIsAHitOnceRedisHasAnswered()
    {
        await _folder.Gateway.RestartAsync();
        await ExchangeAsync();

        Assert.Equal("HIT", (await _folder.Gateway.GetAsync()).Cache);
    }

    [Fact(Timeout = 300_000)]
    public async Task Delivery_CreatedThroughAnotherGatewayMeanwhile_ListIsReadAgain()
    {
        await _folder.Gateway.RestartAsync();
        await CreateAtOtherAsync();
        await ExchangeAsync();

        Assert.Equal("MISS", (await _folder.Gateway.GetAsync()).Cache);
    }

    [Fact(Timeout = 300_000)]
    public async Task Redis_HasNotAnsweredAfterTheStart_ListIsReadAgain()
    {
        await _folder.Gateway.RestartAsync();

        Assert.Equal("MISS", (await _folder.Gateway.GetAsync()).Cache);
    }

    [Fact(Timeout = 300_000)]
    public async Task Redis_HasLostItsNumbersMeanwhile_ListIsReadAgain()
    {
        await _redis.KillAsync();
        await _redis.RunAsync();
        await _folder.Gateway.RestartAsync();
        await ExchangeAsync();

        Assert.Equal("MISS", (await _folder.Gateway.GetAsync()).Cache);
    }

    private static CachedGateway Share(CachedGateway gateway, string redis) => gateway
        .With("Redis:Address", redis)
        .With("Redis:AnswerTimeout", "00:00:10");

    private CachedGateway Share(CachedGateway gateway) => Share(gateway, _redis.Address);

    private async Task CreateAtOtherAsync()
    {
        await _other.SendAsync(HttpMethod.Post, "/api/deliveries");
        await _other.Exchange!.ExchangeAsync(Cancelled);
    }

    private async Task ExchangeAsync()
    {
        await _folder.Gateway.Exchange!.ExchangeAsync(Cancelled);
        await _folder.Gateway.Folder!.SaveAsync();
    }
}
