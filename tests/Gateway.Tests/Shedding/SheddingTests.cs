using System.Diagnostics.Metrics;
using System.Net;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Shedding;

public sealed class SheddingTests
{
    private const string Overloaded = "The delivery service has as many requests in flight as it can take.";

    [Fact(Timeout = 300_000)]
    public async Task Invoice_BackendAtItsLimit_IsRefusedAtOnceWithAProblemThatNamesIt()
    {
        await using var gateway = await StartAsync("fixed", limit: 2);
        var delivery = HeldBackend.Utilization(gateway);
        var held = Invoices(gateway, 2);
        await delivery.HoldsAsync(gateway, 2);

        var response = await gateway.GetInvoiceAsync();

        Assert.Equal(HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.Equal("1", response.Headers.RetryAfter?.ToString());
        var problem = await response.ReadProblemAsync();
        Assert.Equal("delivery", problem.GetProperty("backend").GetString());
        Assert.Equal("overloaded", problem.GetProperty("failure").GetString());
        Assert.Equal(503, problem.GetProperty("status").GetInt32());
        Assert.Equal(2, gateway.Package.Requests.Count);
        delivery.LetGo();
        await AssertAllAsync(HttpStatusCode.OK, held);
    }

    [Fact(Timeout = 300_000)]
    public async Task Invoices_BurstFarAboveTheLimit_OnlyTheExcessIsRefusedAndThenNobody()
    {
        await using var gateway = await StartAsync("fixed", limit: 5);
        var delivery = HeldBackend.Utilization(gateway);
        var served = Invoices(gateway, 5);
        await delivery.HoldsAsync(gateway, 5);

        await AssertAllAsync(HttpStatusCode.ServiceUnavailable, Invoices(gateway, 45));
        delivery.LetGo();

        await AssertAllAsync(HttpStatusCode.OK, served);
        await AssertAllAsync(HttpStatusCode.OK, Invoices(gateway, 5));
        Assert.Equal([0, 0, 0], InFlight(gateway));
    }

    [Fact(Timeout = 300_000)]
    public async Task Lists_BackendNearItsLimit_AreRefusedBeforeInvoicesAndAtThatBackendOnly()
    {
        await using var gateway = await StartAsync("fixed", limit: 5);
        var delivery = HeldBackend.Utilization(gateway);
        gateway.Package.Answer("/packages", 200, "[]");
        var held = Invoices(gateway, 4);
        await delivery.HoldsAsync(gateway, 4);

        var deliveries = await GetAsync(gateway, "/api/deliveries/d-0000001");
        var packages = await GetAsync(gateway, "/api/packages");
        held = [.. held, .. Invoices(gateway, 1)];
        await delivery.HoldsAsync(gateway, 1);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, deliveries.StatusCode);
        Assert.Equal("overloaded", (await deliveries.ReadProblemAsync()).GetProperty("failure").GetString());
        Assert.Equal(HttpStatusCode.OK, packages.StatusCode);
        delivery.LetGo();
        await AssertAllAsync(HttpStatusCode.OK, held);
    }

    [Theory(Timeout = 300_000)]
    [InlineData("/health/live")]
    [InlineData("/health/ready")]
    [InlineData("/metrics")]
    [InlineData("/openapi/v1.json")]
    public async Task Watching_BackendsAtTheirLimit_IsNeverRefused(string address)
    {
        await using var gateway = await StartAsync("fixed", limit: 1);
        var gates = gateway.Services.GetRequiredService<BackendGates>();
        Assert.All(gates.All, gate => Assert.True(gate.TryEnter(RequestPriority.High)));

        Assert.Equal(HttpStatusCode.OK, (await GetAsync(gateway, address)).StatusCode);
    }

    [Theory(Timeout = 300_000)]
    [InlineData("adaptive", 100, 40)]
    [InlineData("adaptive", 50, 40)]
    [InlineData("none", 1, 150)]
    public async Task Invoices_SlowBackend_AsManyAsTheModeTakesAreNeverRefused(string shedding, int limit, int users)
    {
        await using var gateway = await StartAsync(shedding, limit);
        var delivery = HeldBackend.Utilization(gateway);

        var invoices = Invoices(gateway, users);
        await delivery.HoldsAsync(gateway, users);
        delivery.LetGo();

        await AssertAllAsync(HttpStatusCode.OK, invoices);
    }

    [Fact(Timeout = 300_000)]
    public async Task Refusals_Many_AreOneWarningASecondAndMeasured()
    {
        await using var gateway = await StartAsync("fixed", limit: 1);
        using var measured = new RecordedMeasurements(gateway.Services.GetRequiredService<IMeterFactory>());
        var delivery = HeldBackend.Utilization(gateway);
        var held = Invoices(gateway, 1);
        await delivery.HoldsAsync(gateway, 1);

        await AssertAllAsync(HttpStatusCode.ServiceUnavailable, Invoices(gateway, 30));
        gateway.Time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal(
            [
                $"A request was answered with 503 (overloaded): {Overloaded}",
                $"29 more requests were answered with 503 (overloaded) within a second: {Overloaded}",
            ],
            gateway.Warnings.Lines);
        Assert.Equal(30, measured.Of("gateway.shedding.refused", "delivery"));
        Assert.Equal(1, measured.Of("gateway.shedding.in_flight", "delivery"));
        Assert.Equal(0, measured.Of("gateway.shedding.in_flight", "package"));
        Assert.Equal(1, measured.Of("gateway.shedding.limit", "package"));
        delivery.LetGo();
        await AssertAllAsync(HttpStatusCode.OK, held);
    }

    [Fact(Timeout = 300_000)]
    public async Task Metrics_OfShedding_AreExported()
    {
        await using var gateway = await StartAsync("adaptive", limit: 100);

        var response = await GetAsync(gateway, "/metrics");
        var metrics = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

        Assert.Matches("""gateway_shedding_limit\w*\{[^}]*backend="delivery"[^}]*\} \d""", metrics);
    }

    private static async Task<TestGateway> StartAsync(string shedding, int limit) => (await TestGateway.StartAsync())
        .With("Shedding:Mode", shedding)
        .With("Shedding:Limit", $"{limit}");

    private static Task<HttpResponseMessage>[] Invoices(TestGateway gateway, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => gateway.GetInvoiceAsync())];

    private static Task<HttpResponseMessage> GetAsync(TestGateway gateway, string address) =>
        gateway.CreateClient().GetAsync(address, TestContext.Current.CancellationToken);

    private static int[] InFlight(TestGateway gateway) =>
        [.. gateway.Services.GetRequiredService<BackendGates>().All.Select(gate => gate.InFlight)];

    private static async Task AssertAllAsync(HttpStatusCode expected, Task<HttpResponseMessage>[] requests) =>
        Assert.All(await Task.WhenAll(requests), response => Assert.Equal(expected, response.StatusCode));
}
