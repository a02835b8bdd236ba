using System.Diagnostics.Metrics;
using System.Net;
using DroneDelivery.Gateway.Invoices;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.Gateway.Tests.Shedding;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class LimitsTests
{
    private static readonly Plan Basic = new("basic") { RequestsPerSecond = 0.4, Burst = 2, RequestsPerDay = 100 };

    [Fact(Timeout = 300_000)]
    public async Task Answer_WithinThePlan_SaysWhatIsLeft()
    {
        await using var gateway = await LimitedGateway.StartAsync(Basic);

        var response = await gateway.GetAsync("/api/packages", "a");

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("\"rate\";q=2;w=5, \"day\";q=100;w=86400", Header(response, "RateLimit-Policy"));
        Assert.Equal("\"rate\";r=1;t=3, \"day\";r=99;t=86400", Header(response, "RateLimit"));
    }

    [Fact(Timeout = 300_000)]
    public async Task Rate_Exceeded_IsAProblemThatSaysWhichLimitAndWhenToCome()
    {
        await using var gateway = await LimitedGateway.StartAsync(Basic);
        using var measured = new RecordedMeasurements(gateway.Services.GetRequiredService<IMeterFactory>());
        await gateway.GetAsync("/api/packages", "a");
        await gateway.GetAsync("/api/packages", "a");

        var response = await gateway.GetAsync("/api/packages", "a");

        Assert.Equal(HttpStatusCode.TooManyRequests, response.StatusCode);
        Assert.Equal("3", response.Headers.RetryAfter?.ToString());
        Assert.Equal("\"rate\";r=0;t=5, \"day\";r=98;t=86400", Header(response, "RateLimit"));
        var problem = await response.ReadProblemAsync();
        Assert.Equal("limited", problem.GetProperty("failure").GetString());
        Assert.Equal("rate", problem.GetProperty("limit").GetString());
        Assert.Equal(2.5, problem.GetProperty("retryAfterSeconds").GetDouble());
        Assert.Equal(
            "The plan basic allows 0.4 requests per second, at most 2 at once. Retry after 3 s.",
            problem.GetProperty("detail").GetString());
        Assert.Equal(2, gateway.Package.Requests.Count);
        Assert.Equal(1, measured.Of("gateway.limits.refused", "rate"));
    }

    [Fact(Timeout = 300_000)]
    public async Task Rate_AfterTheTimeItNamed_IsServedAgain()
    {
        await using var gateway = await LimitedGateway.StartAsync(Basic);
        await gateway.GetAsync("/api/packages", "a");
        await gateway.GetAsync("/api/packages", "a");
        var refused = await gateway.GetAsync("/api/packages", "a");

        gateway.Time.Advance(refused.Headers.RetryAfter!.Delta!.Value);

        Assert.Equal(HttpStatusCode.OK, (await gateway.GetAsync("/api/packages", "a")).StatusCode);
    }

    [Fact(Timeout = 300_000)]
    public async Task Concurrency_Exceeded_IsRefusedAndFreedWithTheAnswer()
    {
        await using var gateway = await LimitedGateway.StartAsync(
            new("narrow") { Concurrency = 1, RequestsPerSecond = 10, Burst = 20 });
        var held = HeldBackend.Utilization(gateway);
        var first = gateway.GetAsync("/api/invoices/owner-0007?year=2025&month=3", "a");
        await held.HoldsAsync(gateway, 1);

        var second = await gateway.GetAsync("/api/packages", "a");
        var ofAnother = await gateway.GetAsync("/api/packages", "b");
        held.LetGo();
        await first;

        Assert.Equal(HttpStatusCode.TooManyRequests, second.StatusCode);
        Assert.Equal("concurrency", (await second.ReadProblemAsync()).GetProperty("limit").GetString());
        Assert.Equal(
            "\"rate\";q=20;w=2, \"concurrency\";q=1;qu=\"concurrent-requests\"", Header(second, "RateLimit-Policy"));
        Assert.False(second.Headers.Contains("RateLimit"), "The rate was not used up.");
        Assert.Equal("1", second.Headers.RetryAfter?.ToString());
        Assert.Equal(HttpStatusCode.OK, ofAnother.StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await gateway.GetAsync("/api/packages", "a")).StatusCode);
    }

    [Fact(Timeout = 300_000)]
    public async Task Concurrency_RequestThrows_IsFreed()
    {
        await using var gateway = await LimitedGateway.StartAsync(new("narrow") { Concurrency = 1 });
        gateway.WithServices(services => services.AddSingleton<InvoiceAssembler>(
            _ => throw new InvalidOperationException("It cannot be made.")));

        var failed = await gateway.GetAsync("/api/invoices/owner-0007?year=2025&month=3", "a");
        var next = await gateway.GetAsync("/api/packages", "a");

        Assert.Equal((HttpStatusCode.InternalServerError, HttpStatusCode.OK), (failed.StatusCode, next.StatusCode));
    }

    [Fact(Timeout = 300_000)]
    public async Task Keys_OfOneHolder_ShareTheirPlan()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Limits:Mode", "local").With("Plans:narrow:RequestsPerSecond", "0.4").With("Plans:narrow:Burst", "2");
        var first = await keyed.Keys.AddAsync("acme", plan: "narrow");
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(first.Reveal()));

        var second = (await keyed.Keys.RotateAsync(first.Id)).Issued!.Key;
        keyed.Poll();

        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(second.Reveal()));
        Assert.Equal(HttpStatusCode.TooManyRequests, await keyed.StatusOfAsync(second.Reveal()));
    }

    [Theory(Timeout = 300_000)]
    [InlineData("owner-0007", "/api/invoices/owner-0007?year=2025&month=3", HttpStatusCode.OK, true)]
    [InlineData("owner-0001", "/api/invoices/owner-0007?year=2025&month=3", HttpStatusCode.Forbidden, true)]
    [InlineData("owner-0001", "/api/invoices/owner-0001?year=2025&month=3&ownerId=owner-0007", HttpStatusCode.BadRequest, true)]
    [InlineData(null, "/api/invoices/owner-0007?year=2025&month=3", HttpStatusCode.Unauthorized, false)]
    public async Task Answer_WithAValidKey_SaysWhatIsLeft(string? owner, string address, HttpStatusCode status, bool isStated)
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Limits:Mode", "local");
        var key = owner is null ? null : (await keyed.AddAsync(owners: owner)).Reveal();

        using var response = await keyed.SendAsync(key, address);

        Assert.Equal(
            (status, isStated, isStated),
            (response.StatusCode, response.Headers.Contains("RateLimit-Policy"), response.Headers.Contains("RateLimit")));
    }

    [Theory(Timeout = 300_000)]
    [InlineData("/health/live")]
    [InlineData("/metrics")]
    [InlineData("/openapi/v1.json")]
    public async Task Watching_WithoutACaller_IsNotLimited(string address)
    {
        await using var gateway = await LimitedGateway.StartAsync(new("one") { RequestsPerDay = 1 });

        for (var i = 0; i < 3; i++)
        {
            var response = await gateway.CreateClient().GetAsync(address, TestContext.Current.CancellationToken);
            Assert.Equal(HttpStatusCode.OK, response.StatusCode);
            Assert.False(response.Headers.Contains("RateLimit"));
        }
    }

    private static string Header(HttpResponseMessage response, string name) => Assert.Single(response.Headers.GetValues(name));
}
