namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class CacheTests
{
    [Fact]
    public async Task Answer_AskedForAgain_ComesFromMemoryWithItsAge()
    {
        await using var gateway = await CachedGateway.StartAsync();

        var first = await gateway.GetAsync();
        gateway.Advance(7);
        var second = await gateway.GetAsync();

        Assert.Equal((200, "list 1", "MISS", null), (first.Status, first.Body, first.Cache, first.Age));
        Assert.Equal((200, "list 1", "HIT", 7.0), (second.Status, second.Body, second.Cache, second.Age));
        Assert.Equal((first.ETag, 6L), (second.ETag, second.Length));
    }

    [Fact]
    public async Task Cache_None_AsksTheBackendEachTime()
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.With("Cache:Mode", "none");

        await gateway.GetAsync();
        var second = await gateway.GetAsync();

        Assert.Equal(("list 2", null), (second.Body, second.Cache));
    }

    [Fact]
    public async Task Answer_ClientHasIt_Is304WithoutBody()
    {
        await using var gateway = await CachedGateway.StartAsync();
        var etag = (await gateway.GetAsync()).ETag!;

        var same = await gateway.GetAsync(CachedGateway.List, ("If-None-Match", $"\"other\", {etag}"));
        var any = await gateway.GetAsync(CachedGateway.List, ("If-None-Match", "*"));
        var other = await gateway.GetAsync(CachedGateway.List, ("If-None-Match", "\"other\""));

        Assert.Equal((304, "", "HIT", etag), (same.Status, same.Body, same.Cache, same.ETag));
        Assert.Equal((304, 200), (any.Status, other.Status));
    }

    [Fact]
    public async Task EntityTags_OfTwoBodies_Differ()
    {
        await using var gateway = await CachedGateway.StartAsync();

        var one = await gateway.GetAsync();
        var other = await gateway.GetAsync("/api/deliveries?ownerId=owner-0008&year=2025&month=3");

        Assert.Matches("^\"[0-9a-f]{32}\"$", one.ETag);
        Assert.NotEqual(one.ETag, other.ETag);
    }

    [Fact]
    public async Task Parameter_Empty_IsAnotherQuestionThanNone()
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.GetAsync("/api/deliveries?ownerId=owner-0007&year=2025&month=");

        Assert.Equal("MISS", (await gateway.GetAsync("/api/deliveries?ownerId=owner-0007&year=2025")).Cache);
    }

    [Fact]
    public async Task Parameters_InAnotherOrder_AreTheSameQuestion()
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.GetAsync();

        var answer = await gateway.GetAsync("/api/deliveries?month=3&ownerId=owner-0007&year=2025");

        Assert.Equal(("list 1", "HIT"), (answer.Body, answer.Cache));
    }

    [Fact]
    public async Task Client_AsksForAFreshAnswer_GetsTheKeptOne()
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.GetAsync();

        var answer = await gateway.GetAsync(CachedGateway.List, ("Cache-Control", "no-cache"), ("Pragma", "no-cache"));

        Assert.Equal("HIT", answer.Cache);
    }

    [Fact]
    public async Task Backend_SaysAShorterTime_ItCounts()
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.With("Cache:Routes:delivery-list:TimeToLive", "00:01:00");
        gateway.AnswerList(context =>
        {
            context.Response.Headers.CacheControl = "max-age=5";
            return Task.CompletedTask;
        });
        await gateway.GetAsync();

        gateway.Advance(4.9);
        var before = await gateway.GetAsync();
        gateway.Advance(0.2);
        var after = await gateway.GetAsync();

        Assert.Equal(("HIT", "MISS"), (before.Cache, after.Cache));
    }

    [Fact]
    public async Task Head_AfterGet_HasTheHeadersOnly()
    {
        await using var gateway = await CachedGateway.StartAsync();
        var answer = await gateway.GetAsync();

        var head = await gateway.SendAsync(HttpMethod.Head);

        Assert.Equal(("HIT", answer.ETag, 6L, ""), (head.Cache, head.ETag, head.Length, head.Body));
    }

    [Fact]
    public async Task Head_First_IsKeptForGet()
    {
        await using var gateway = await CachedGateway.StartAsync();

        var head = await gateway.SendAsync(HttpMethod.Head);
        var answer = await gateway.GetAsync();

        Assert.Equal(("MISS", 6L, ""), (head.Cache, head.Length, head.Body));
        Assert.Equal(("list 1", "HIT"), (answer.Body, answer.Cache));
    }
}
