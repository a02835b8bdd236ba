using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class StaleAnswerTests
{
    [Fact(Timeout = 300_000)]
    public async Task Answer_NoLongerFresh_IsGivenWhileANewOneIsFetched()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();

        gateway.Advance(15);
        var stale = await gateway.GetAsync();
        var renewed = await gateway.UntilFreshAsync();

        Assert.Equal(("list 1", "STALE", 15.0), (stale.Body, stale.Cache, stale.Age));
        Assert.Equal(("list 2", "HIT", 0.0), (renewed.Body, renewed.Cache, renewed.Age));
    }

    [Fact(Timeout = 300_000)]
    public async Task Answer_StaleAndAskedForByMany_IsFetchedOnce()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();
        var held = new Held();
        gateway.AnswerList(held.WaitAsync);

        gateway.Advance(15);
        var answers = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => gateway.GetAsync()));
        held.LetGo();
        await gateway.UntilFreshAsync();

        Assert.All(answers, answer => Assert.Equal(("list 1", "STALE"), (answer.Body, answer.Cache)));
        Assert.Equal(2, gateway.Made);
    }

    [Fact(Timeout = 300_000)]
    public async Task Refresh_Fails_IsTriedAgainOnceASecond()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();
        gateway.AnswerList(Fail);

        gateway.Advance(11);
        while (gateway.Made < 2)
        {
            await gateway.GetAsync();
        }

        for (var i = 0; i < 5; i++)
        {
            await gateway.GetAsync();
        }

        Assert.Equal(2, gateway.Made);
        while (gateway.Made < 3)
        {
            gateway.Advance(1);
            await gateway.GetAsync();
        }
    }

    [Fact]
    public async Task Backend_Fails_OldAnswerIsGivenForAsLongAsThePolicySays()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();
        gateway.AnswerList(Fail);

        gateway.Advance(10 + 59);
        var kept = await gateway.GetAsync();
        gateway.Advance(2);
        var gone = await gateway.GetAsync();

        Assert.Equal((200, "list 1", "STALE"), (kept.Status, kept.Body, kept.Cache));
        Assert.Equal((503, "MISS"), (gone.Status, gone.Cache));
    }

    // The exception handler of ASP.NET Core adds this header to the failures of a service.
    [Fact]
    public async Task Backend_FailsWithNoStore_OldAnswerIsGivenForAsLongAsThePolicySays()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();
        gateway.AnswerList(FailWithNoStore);

        gateway.Advance(10 + 59);
        var kept = await gateway.GetAsync();
        var again = await gateway.GetAsync();
        gateway.Advance(2);
        var gone = await gateway.GetAsync();

        Assert.Equal((200, "list 1", "STALE"), (kept.Status, kept.Body, kept.Cache));
        Assert.Equal(kept, again);
        Assert.Equal((503, null), (gone.Status, gone.Cache));
    }

    [Fact]
    public async Task Backend_FailedAMomentAgo_IsNotWaitedForAgain()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();
        gateway.AnswerList(Fail);
        gateway.Advance(40);
        await gateway.GetAsync();
        var held = new Held();
        gateway.AnswerList(held.WaitAsync);

        var answer = await gateway.GetAsync();

        Assert.Equal(("list 1", "STALE"), (answer.Body, answer.Cache));
        held.LetGo();
    }

    [Fact]
    public async Task Backend_Unreachable_OldAnswerIsGiven()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();
        await gateway.Delivery.DisposeAsync();

        gateway.Advance(40);
        var answer = await gateway.GetAsync();

        Assert.Equal((200, "list 1", "STALE"), (answer.Status, answer.Body, answer.Cache));
    }

    [Fact]
    public async Task Backend_SaysNotFound_OldAnswerIsGone()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();
        gateway.Delivery.Answer("/deliveries", StatusCodes.Status404NotFound);

        gateway.Advance(40);
        var missing = await gateway.GetAsync();
        gateway.AnswerList(Fail);
        var after = await gateway.GetAsync();

        Assert.Equal((404, 503), (missing.Status, after.Status));
    }

    // Fresh for 10 s, given for 20 s more while it is fetched, and instead of a failure for 60 s.
    private static async Task<CachedGateway> StartAsync() => (await CachedGateway.StartAsync())
        .With("Cache:Routes:delivery-list:TimeToLive", "00:00:10")
        .With("Cache:Routes:delivery-list:StaleWhileRevalidate", "00:00:20")
        .With("Cache:Routes:delivery-list:StaleIfError", "00:01:00");

    private static Task Fail(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        return Task.CompletedTask;
    }

    private static Task FailWithNoStore(HttpContext context)
    {
        context.Response.Headers.CacheControl = "no-cache,no-store";
        return Fail(context);
    }
}
