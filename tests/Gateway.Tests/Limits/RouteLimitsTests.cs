using System.Diagnostics.Metrics;
using System.Net;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.Gateway.Tests.Shedding;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class RouteLimitsTests
{
    private const string Packages = "/api/packages";
    private const string Drones = "/api/drones";
    private const string PackagesRoute = "all-of-package";

    [Fact(Timeout = 300_000)]
    public async Task Weight_OfARoute_IsTakenFromTheRateAndTheDayOfThePlan()
    {
        await using var gateway = await StartAsync(
            new("basic") { RequestsPerSecond = 0.1, Burst = 20, RequestsPerDay = 100 }, new("basic") { Weight = 10 });

        var heavy = await gateway.GetAsync(Packages, "a");
        var light = await gateway.GetAsync(Drones, "a");
        var refused = await gateway.GetAsync(Packages, "a");

        Assert.Equal("\"rate\";r=10;t=100, \"day\";r=90;t=86400", Header(heavy, "RateLimit"));
        Assert.Equal("\"rate\";r=9;t=110, \"day\";r=89;t=86400", Header(light, "RateLimit"));
        Assert.Equal((HttpStatusCode.TooManyRequests, "10"), (refused.StatusCode, refused.Headers.RetryAfter?.ToString()));
        Assert.Equal(HttpStatusCode.OK, (await gateway.GetAsync(Drones, "a")).StatusCode);
    }

    [Fact(Timeout = 300_000)]
    public async Task Route_RateExceeded_IsRefusedWithItsLimitAndTakesNothingFromThePlan()
    {
        await using var gateway = await StartAsync(
            new("basic") { RequestsPerSecond = 0.1, Burst = 20 }, new("basic") { RequestsPerSecond = 0.5, Burst = 2 });
        using var measured = new RecordedMeasurements(gateway.Services.GetRequiredService<IMeterFactory>());

        var first = await gateway.GetAsync(Packages, "a");
        await gateway.GetAsync(Packages, "a");
        var refused = await gateway.GetAsync(Packages, "a");

        Assert.Equal(["\"all-of-package:rate\";r=1;t=2", "\"rate\";r=19;t=10"], first.Headers.GetValues("RateLimit").Order());
        Assert.Equal(
            ["\"all-of-package:rate\";q=2;w=4", "\"rate\";q=20;w=200"], first.Headers.GetValues("RateLimit-Policy").Order());
        Assert.Equal((HttpStatusCode.TooManyRequests, "2"), (refused.StatusCode, refused.Headers.RetryAfter?.ToString()));
        Assert.Equal("\"all-of-package:rate\";r=0;t=4", Header(refused, "RateLimit"));
        var problem = await refused.ReadProblemAsync();
        Assert.Equal(
            ("rate", PackagesRoute), (problem.GetProperty("limit").GetString(), problem.GetProperty("route").GetString()));
        Assert.Equal(
            "The plan basic allows 0.5 requests per second, at most 2 at once for all-of-package. Retry after 2 s.",
            problem.GetProperty("detail").GetString());
        Assert.Equal(1, measured.Of("gateway.limits.refused", "rate"));
        using var metrics = await gateway.CreateClient().GetAsync("/metrics", TestContext.Current.CancellationToken);
        Assert.Contains(
            "route=\"all-of-package\"", await metrics.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        Assert.Equal("\"rate\";r=17;t=30", Header(await gateway.GetAsync(Drones, "a"), "RateLimit"));
        Assert.Equal(HttpStatusCode.OK, (await gateway.GetAsync(Packages, "b")).StatusCode);
    }

    [Fact(Timeout = 300_000)]
    public async Task Route_PlanRefuses_KeepsItsTokensAndPermits()
    {
        await using var gateway = await StartAsync(
            new("basic") { RequestsPerSecond = 1, Burst = 1 }, new("basic") { RequestsPerDay = 3, Concurrency = 2 });
        Assert.Equal(HttpStatusCode.OK, (await gateway.GetAsync(Packages, "a")).StatusCode);

        for (var i = 0; i < 5; i++)
        {
            var refused = await gateway.GetAsync(Packages, "a");
            Assert.Equal("\"rate\";r=0;t=1", Header(refused, "RateLimit"));
        }

        gateway.Time.Advance(TimeSpan.FromSeconds(1));
        var next = await gateway.GetAsync(Packages, "a");
        Assert.Contains("\"all-of-package:day\";r=1;t=86399", next.Headers.GetValues("RateLimit"));
    }

    [Fact]
    public async Task Route_ClientLeavesBeforeThePlanDecides_KeepsItsTokens()
    {
        var time = new ManualTimeProvider();
        var limits = new UndecidedLimits(time);
        var route = new Plan("basic") { Route = PackagesRoute, RequestsPerDay = 3 };
        var caller = new Caller(
            "a", "a", new("basic") { RequestsPerDay = 9, Routes = new Dictionary<string, Plan> { [PackagesRoute] = route } });
        using var client = new CancellationTokenSource();
        var context = new DefaultHttpContext { RequestAborted = client.Token };
        context.Features.Set(caller);
        context.SetEndpoint(new Endpoint(null, new(new EndpointNameMetadata(PackagesRoute)), null));

        var request = new LimitsMiddleware(_ => Task.CompletedTask, limits, null!, null!, time).InvokeAsync(context);
        await client.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => request);
        var next = await limits.ForRoute(caller, route).EnterAsync(weight: 1, TestContext.Current.CancellationToken);
        Assert.Equal(2, next.RemainingToday);
    }

    [Fact(Timeout = 300_000)]
    public async Task Route_ConcurrencyExceeded_IsRefusedUntilTheRequestEnds()
    {
        await using var gateway = await StartAsync(
            new("basic") { RequestsPerDay = 9 }, new("basic") { Concurrency = 1 }, route: "invoices");
        var held = HeldBackend.Utilization(gateway);
        var first = gateway.GetAsync("/api/invoices/owner-0007?year=2025&month=3", "a");
        await held.HoldsAsync(gateway, 1);

        var second = await gateway.GetAsync("/api/invoices/owner-0007?year=2025&month=3", "a");
        held.LetGo();
        await first;

        Assert.Equal("concurrency", (await second.ReadProblemAsync()).GetProperty("limit").GetString());
        Assert.Equal("\"invoices:concurrency\";q=1;qu=\"concurrent-requests\"", Header(second, "RateLimit-Policy"));
        Assert.Equal(
            HttpStatusCode.OK, (await gateway.GetAsync("/api/invoices/owner-0007?year=2025&month=3", "a")).StatusCode);
    }

    [Fact(Timeout = 300_000)]
    public async Task Route_OfAPlanWithoutLimits_IsLimitedAndOthersAreNot()
    {
        await using var gateway = await StartAsync(new("wide"), new("wide") { RequestsPerDay = 1 });

        var first = await gateway.GetAsync(Packages, "a");
        var refused = await gateway.GetAsync(Packages, "a");
        var other = await gateway.GetAsync(Drones, "a");

        Assert.Equal("\"all-of-package:day\";q=1;w=86400", Header(first, "RateLimit-Policy"));
        Assert.Equal(HttpStatusCode.TooManyRequests, refused.StatusCode);
        Assert.Equal((HttpStatusCode.OK, false), (other.StatusCode, other.Headers.Contains("RateLimit-Policy")));
    }

    /// <summary>A new route without a name could not be limited, and a name without a route would limit nothing.</summary>
    [Fact]
    public async Task Routes_OfTheApi_AreThoseThatSettingsMayName()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.CreateClient().Dispose();

        var names = gateway.Services.GetRequiredService<EndpointDataSource>().Endpoints
            .Where(endpoint => endpoint.Metadata.GetMetadata<RequiredScope>() is { Read: not KeyScopes.Admin })
            .Select(endpoint => endpoint.Metadata.GetMetadata<IEndpointNameMetadata>()?.EndpointName);

        Assert.Equal(RouteNames.All.Order(), names.Order());
    }

    private static async Task<TestGateway> StartAsync(Plan plan, Plan limits, string route = PackagesRoute)
    {
        var gateway = await LimitedGateway.StartAsync(
            plan with { Routes = new Dictionary<string, Plan> { [route] = limits with { Route = route } } });
        gateway.DroneScheduler.Answer("/drones", 200, "[]");
        return gateway;
    }

    private static string Header(HttpResponseMessage response, string name) => Assert.Single(response.Headers.GetValues(name));

    /// <summary>Limits of plans that are not decided, as while Redis does not answer, and of routes that are.</summary>
    private sealed class UndecidedLimits(TimeProvider time) : ILimits
    {
        private readonly LocalLimits _routes = new(time);

        public bool AreLocal => true;

        public HolderLimits ForCaller(Caller caller) => new Undecided(_routes.ForCaller(caller).Terms);

        public HolderLimits ForRoute(Caller caller, Plan route) => _routes.ForRoute(caller, route);

        private sealed class Undecided(LimitTerms terms) : HolderLimits(terms)
        {
            public override async ValueTask<LimitDecision> EnterAsync(int weight, CancellationToken cancellationToken) =>
                await new TaskCompletionSource<LimitDecision>().Task.WaitAsync(cancellationToken);

            public override void Leave() => throw new InvalidOperationException("It was never entered.");

            public override void Return(int weight) => throw new InvalidOperationException("It has taken nothing.");

            protected override void Adapt(LimitTerms former, LimitTerms terms) => throw new NotSupportedException();
        }
    }
}
