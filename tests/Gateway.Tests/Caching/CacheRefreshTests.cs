using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class CacheRefreshTests
{
    private const int Many = 2_000;

    // None is answered before all have come, so that without one fill for all each of them would have asked.
    [Fact(Timeout = 300_000)]
    public async Task FirstRequests_TwoThousandAtOnce_ReachTheBackendOnce()
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.WarmUpAsync();
        var held = new Held();
        HoldList(gateway, held);

        var requests = Enumerable.Range(0, Many).Select(_ => gateway.GetAsync()).ToArray();
        await gateway.BegunAsync(Many);
        held.LetGo();
        var answers = await Task.WhenAll(requests);

        Assert.All(answers, answer => Assert.Equal((200, "held", "MISS"), (answer.Status, answer.Body, answer.Cache)));
        Assert.Equal(1, gateway.Made);
        Assert.Equal("HIT", (await gateway.GetAsync()).Cache);
    }

    // The response of each is held back until all have reached the backend, so that none of them is a hit.
    [Fact(Timeout = 300_000)]
    public async Task FirstRequests_WithoutCoalescing_EachReachTheBackend()
    {
        const int Several = 20;
        await using var gateway = await CachedGateway.StartAsync();
        gateway.With("Cache:Coalescing", "off");
        await gateway.WarmUpAsync();
        var held = new Held();
        HoldList(gateway, held);

        var requests = Enumerable.Range(0, Several).Select(_ => gateway.GetAsync()).ToArray();
        for (var i = 0; i < Several; i++)
        {
            await gateway.Delivery.Arrivals.WaitAsync(TestContext.Current.CancellationToken);
        }

        held.LetGo();
        var answers = await Task.WhenAll(requests);

        Assert.All(answers, answer => Assert.Equal((200, "held", "MISS"), (answer.Status, answer.Body, answer.Cache)));
        Assert.Equal(Several, gateway.Made);
        Assert.Equal("HIT", (await gateway.GetAsync()).Cache);
    }

    [Fact(Timeout = 300_000)]
    public async Task Response_ThatMayNotBeStored_LeavesThatOfAnotherRefreshWithoutCoalescing()
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.With("Cache:Coalescing", "off");
        await gateway.WarmUpAsync();
        var (held, arrived) = (new Held(), 0);
        gateway.AnswerList(async context =>
        {
            if (Interlocked.Increment(ref arrived) == 1)
            {
                await held.WaitAsync(context);
                context.Response.Headers.CacheControl = "no-store";
            }

            await context.Response.WriteAsync("answer", context.RequestAborted);
        });

        var first = gateway.GetAsync();
        await held.Asked;
        Assert.Equal("MISS", (await gateway.GetAsync()).Cache);
        held.LetGo();
        await first;

        Assert.Equal("HIT", (await gateway.GetAsync()).Cache);
    }

    [Fact(Timeout = 300_000)]
    public async Task Client_Leaves_OthersGetItsResponse()
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.WarmUpAsync();
        var held = new Held();
        HoldList(gateway, held);
        using var leaving = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var first = gateway.GetAsync(leaving.Token);
        await held.Asked;
        var second = gateway.GetAsync();
        await gateway.BegunAsync(2);

        await leaving.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first);
        held.LetGo();

        Assert.Equal("held", (await second).Body);
        Assert.Equal(1, gateway.Made);
    }

    [Fact(Timeout = 300_000)]
    public async Task Refresh_Fails_AllThatWaitFailAndTheNextStartsAnother()
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.WarmUpAsync();
        var held = new Held();
        gateway.AnswerList(async context =>
        {
            await held.WaitAsync(context);
            context.Response.StatusCode = StatusCodes.Status500InternalServerError;
        });
        var requests = Enumerable.Range(0, 100).Select(_ => gateway.GetAsync()).ToArray();
        await gateway.BegunAsync(100);

        held.LetGo();
        var answers = await Task.WhenAll(requests);

        Assert.All(answers, answer => Assert.Equal((500, "MISS"), (answer.Status, answer.Cache)));
        Assert.Equal(1, gateway.Made);
        gateway.AnswerList(_ => Task.CompletedTask);
        Assert.Equal((200, "MISS"), (await gateway.GetAsync() is var next ? (next.Status, next.Cache) : default));
    }

    [Fact(Timeout = 300_000)]
    public async Task Answer_BreaksOff_IsAFailureAndNotKept()
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.AnswerList(async context =>
        {
            await context.Response.WriteAsync("half of ", context.RequestAborted);
            await context.Response.Body.FlushAsync(context.RequestAborted);
            context.Abort();
        });

        var broken = await gateway.GetAsync();
        gateway.AnswerList(context => context.Response.WriteAsync("whole"));
        var whole = await gateway.GetAsync();

        Assert.Equal(502, broken.Status);
        Assert.DoesNotContain("half of", broken.Body);
        Assert.Contains("\"backend\":\"delivery\"", broken.Body);
        Assert.Equal(("whole", "MISS"), (whole.Body, whole.Cache));
    }

    [Fact(Timeout = 300_000)]
    public async Task Backend_TooSlow_ResponseNamesIt()
    {
        await using var gateway = await CachedGateway.StartAsync();
        var held = new Held();
        HoldList(gateway, held);
        var request = gateway.GetAsync();
        await held.Asked;

        gateway.Advance(60);

        var answer = await request;
        Assert.Equal(504, answer.Status);
        Assert.Contains("The delivery service did not answer within 60 s.", answer.Body);
    }

    [Fact(Timeout = 300_000)]
    public async Task Invoice_BackendFails_EachResponseNamesIt()
    {
        await using var gateway = await CachedGateway.StartAsync();
        await gateway.WarmUpAsync();
        var held = new Held();
        gateway.Gateway.Package.Answer("/packages/summary", async context =>
        {
            await held.WaitAsync(context);
            context.Response.StatusCode = StatusCodes.Status404NotFound;
        });
        const string Invoice = "/api/invoices/owner-0007?year=2025&month=3";
        var requests = Enumerable.Range(0, 3).Select(_ => gateway.GetAsync(Invoice)).ToArray();
        await gateway.BegunAsync(3);

        held.LetGo();

        Assert.All(await Task.WhenAll(requests), answer =>
        {
            Assert.Equal(404, answer.Status);
            Assert.Contains("The package service knows no such owner.", answer.Body);
        });
        Assert.Single(gateway.Gateway.Package.Requests);
    }

    // Of 1 MiB; a body of 800 KB needs as much or more, as its buffer grows.
    [Fact(Timeout = 300_000)]
    public async Task Fill_OthersHaveTakenTheRoom_ComesWholeAndIsNotKept()
    {
        await using var gateway = await CachedGateway.StartAsync();
        gateway.With("Cache:Megabytes", "1").With("Cache:LargestEntryPercent", "90");
        await gateway.WarmUpAsync();
        gateway.Delivery.Answer("/deliveries/report", context => context.Response.WriteAsync(new string('b', 800_000)));
        Assert.True(gateway.Store.TryReserve(400_000));

        var report = await gateway.GetAsync("/api/deliveries/report?year=2025&month=3");
        await gateway.GetAsync();

        Assert.Equal((200, 800_000, null), (report.Status, report.Body.Length, report.Cache));
        Assert.Equal("HIT", (await gateway.GetAsync()).Cache);
        Assert.Equal(400_000, gateway.Store.Reserved);
    }

    private static void HoldList(CachedGateway gateway, Held held) => gateway.AnswerList(async context =>
    {
        await held.WaitAsync(context);
        await context.Response.WriteAsync("held", context.RequestAborted);
    });
}
