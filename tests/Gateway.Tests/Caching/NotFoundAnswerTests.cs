using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class NotFoundAnswerTests
{
    [Fact]
    public async Task NotFound_AskedForAgain_ComesFromMemoryForFiveSeconds()
    {
        await using var gateway = await StartAsync();
        var first = await gateway.GetAsync();
        gateway.Delivery.Answer("/deliveries", gateway.MakeListAsync);

        gateway.Advance(4.9);
        var kept = await gateway.GetAsync();
        gateway.Advance(0.2);
        var after = await gateway.GetAsync();

        Assert.Equal((404, "MISS", "absent"), (first.Status, first.Cache, first.Body));
        Assert.Equal((404, "HIT", "absent"), (kept.Status, kept.Cache, kept.Body));
        Assert.Equal((200, "MISS"), (after.Status, after.Cache));
    }

    [Fact]
    public async Task NotFound_ThenCreated_IsFoundAtOnce()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();
        gateway.Delivery.Answer("/deliveries", gateway.MakeListAsync);

        await gateway.SendAsync(HttpMethod.Post, "/api/deliveries");
        var answer = await gateway.GetAsync();

        Assert.Equal((200, "MISS"), (answer.Status, answer.Cache));
    }

    [Fact]
    public async Task NotFound_ExpiredAndBackendFails_IsNotGivenStale()
    {
        await using var gateway = await StartAsync();
        await gateway.GetAsync();
        gateway.Delivery.Answer("/deliveries", StatusCodes.Status503ServiceUnavailable);

        gateway.Advance(6);

        Assert.Equal(503, (await gateway.GetAsync()).Status);
    }

    [Fact]
    public async Task NotFound_PolicyWithAnotherTime_ItCounts()
    {
        await using var gateway = (await StartAsync()).With("Cache:Routes:delivery-list:NotFound", "00:00:30");
        await gateway.GetAsync();

        gateway.Advance(29);
        var kept = await gateway.GetAsync();
        gateway.Advance(2);
        var after = await gateway.GetAsync();

        Assert.Equal(("HIT", "MISS"), (kept.Cache, after.Cache));
    }

    [Theory]
    [InlineData("no-store", null)]
    [InlineData("max-age=0", "MISS")]
    public async Task NotFound_BackendForbidsIt_IsNotKept(string control, string? cache)
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.Delivery.Answer("/deliveries", context =>
        {
            context.Response.Headers.CacheControl = control;
            return AnswerNotFound(context);
        });
        await gateway.GetAsync();

        Assert.Equal((404, cache), (await gateway.GetAsync() is var next ? (next.Status, next.Cache) : default));
    }

    private static async Task<CachedGateway> StartAsync()
    {
        var gateway = await CachedGateway.StartAsync();
        gateway.Delivery.Answer("/deliveries", AnswerNotFound);
        return gateway;
    }

    private static Task AnswerNotFound(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return context.Response.WriteAsync("absent", context.RequestAborted);
    }
}
