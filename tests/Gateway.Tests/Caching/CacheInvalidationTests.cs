using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class CacheInvalidationTests
{
    [Theory]
    [InlineData(201, "list 3", "MISS")]
    [InlineData(400, "list 1", "HIT")]
    [InlineData(503, "list 1", "HIT")]
    public async Task Delivery_CreatedOrNot_ListIsReadAgainOrKept(int status, string expected, string cache)
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.GetAsync();
        AnswerPosts(gateway, status);

        await gateway.SendAsync(HttpMethod.Post, "/api/deliveries");
        var answer = await gateway.GetAsync();

        Assert.Equal((expected, cache), (answer.Body, answer.Cache));
    }

    [Fact(Timeout = 300_000)]
    public async Task Fill_BegunBeforeACreate_IsNotKept()
    {
        await using var gateway = await CachedGateway.StartAsync();
        var held = new Held();
        gateway.AnswerList(async context =>
        {
            await held.WaitAsync(context);
            await context.Response.WriteAsync("old", context.RequestAborted);
        });
        var old = gateway.GetAsync();
        await held.Asked;
        AnswerPosts(gateway, 201);
        await gateway.SendAsync(HttpMethod.Post, "/api/deliveries");

        // Asked after the create: not to wait for what was asked for before it.
        var meanwhile = await gateway.GetAsync();
        held.LetGo();
        var late = await old;
        var after = await gateway.GetAsync();

        Assert.Equal(("old", "MISS"), (late.Body, late.Cache));
        Assert.Equal(("list 3", "MISS"), (meanwhile.Body, meanwhile.Cache));
        Assert.Equal(("list 3", "HIT"), (after.Body, after.Cache));
    }

    [Fact]
    public async Task Delivery_CreatedAndBackendFails_OldListIsNotGiven()
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.GetAsync();
        AnswerPosts(gateway, 201);
        await gateway.SendAsync(HttpMethod.Post, "/api/deliveries");
        gateway.Delivery.Answer("/deliveries", StatusCodes.Status503ServiceUnavailable);

        Assert.Equal(503, (await gateway.GetAsync()).Status);
    }

    // Lists go on as before, so that a request that reaches the backend takes the next number.
    private static void AnswerPosts(CachedGateway gateway, int status) => gateway.Delivery.Answer("/deliveries", async context =>
    {
        if (HttpMethods.IsPost(context.Request.Method))
        {
            context.Response.StatusCode = status;
        }

        await gateway.MakeListAsync(context);
    });
}
