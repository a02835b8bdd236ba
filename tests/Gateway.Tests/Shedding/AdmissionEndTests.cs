using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Shedding;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Shedding;

/// <summary>However a request ends, it is not counted as in flight any more: one that were would take a place for ever.</summary>
public sealed class AdmissionEndTests
{
    private const string Invoice = "/api/invoices/owner-0007?year=2025&month=3";

    [Theory(Timeout = 300_000)]
    [InlineData(Invoice, "delivery", "/deliveries/utilization")]
    [InlineData(Invoice, "package", "/packages/summary")]
    [InlineData("/api/drones/d-1", "drone-scheduler", "/drones/d-1")]
    public async Task Request_ItsClientGoes_BackendSeesItAndItIsNotInFlight(string address, string backend, string path)
    {
        await using var gateway = await TestGateway.StartAsync();
        var (asked, cancelled) = (new TaskCompletionSource(), new TaskCompletionSource());
        gateway.Named(backend).Answer(path, async context =>
        {
            context.RequestAborted.Register(cancelled.SetResult);
            asked.SetResult();
            await cancelled.Task;
        });
        using var client = gateway.CreateClient();
        using var goes = new CancellationTokenSource();

        var request = client.GetAsync(address, goes.Token);
        await asked.Task;
        Assert.Equal(1, GateOf(gateway, backend).InFlight);
        await goes.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => request);
        await cancelled.Task;
        await NoneInFlightAsync(gateway);
    }

    [Theory(Timeout = 300_000)]
    [InlineData(Invoice, 500)]
    [InlineData(Invoice, 503)]
    [InlineData(Invoice, 404)]
    [InlineData("/api/invoices/owner-0007?year=2025&month=13", 200)]
    [InlineData("/api/invoices/owner-0007?year=x", 200)]
    [InlineData("/api/packages/summary", 500)]
    [InlineData("/api/packages/none", 200)]
    public async Task Request_Fails_IsNotInFlight(string address, int status)
    {
        await using var gateway = await TestGateway.StartAsync();
        var releases = new RecordedReleases(gateway);
        gateway.Package.Answer("/packages/summary", status);

        (await gateway.GetInvoiceAsync(address)).Dispose();

        Assert.Equal(BackendsOf(address), await releases.WaitAsync(BackendsOf(address).Length));
        await NoneInFlightAsync(gateway);
    }

    // The cache makes a request of its own, which no server ends.
    [Theory(Timeout = 300_000)]
    [InlineData(Invoice)]
    [InlineData("/api/invoices/owner-0007?year=2025&month=13")]
    public async Task Request_MadeByTheCache_IsNotInFlight(string address)
    {
        await using var gateway = await TestGateway.StartAsync();
        var releases = new RecordedReleases(gateway);
        gateway.With("Cache:Mode", CacheOptions.Gateway);

        (await gateway.GetInvoiceAsync(address)).Dispose();

        Assert.Equal(BackendsOf(address), await releases.WaitAsync(BackendsOf(address).Length));
        await NoneInFlightAsync(gateway);
    }

    [Theory(Timeout = 300_000)]
    [InlineData(Invoice)]
    [InlineData("/api/packages/p-1")]
    public async Task Request_BackendUnreachable_IsNotInFlight(string address)
    {
        await using var gateway = await TestGateway.StartAsync();
        var releases = new RecordedReleases(gateway);
        await gateway.Package.DisposeAsync();

        (await gateway.GetInvoiceAsync(address)).Dispose();

        Assert.Equal(BackendsOf(address), await releases.WaitAsync(BackendsOf(address).Length));
        await NoneInFlightAsync(gateway);
    }

    [Fact(Timeout = 300_000)]
    public async Task Invoice_BackendLate_IsNotInFlight()
    {
        await using var gateway = await TestGateway.StartAsync();
        var asked = new TaskCompletionSource();
        gateway.Package.Answer("/packages/summary", async context =>
        {
            asked.SetResult();
            await Task.Delay(Timeout.Infinite, context.RequestAborted);
        });

        var invoice = gateway.GetInvoiceAsync();
        await asked.Task;
        // The others have left by themselves, although the invoice is not made yet.
        await GatesOf(gateway).UntilAsync(gate => gate.Backend == "package" || gate.InFlight == 0);
        Assert.Equal(1, GateOf(gateway, "package").InFlight);
        gateway.Time.Advance(TimeSpan.FromSeconds(15));
        (await invoice).Dispose();

        await NoneInFlightAsync(gateway);
    }

    private static string[] BackendsOf(string address) =>
        address.StartsWith("/api/invoices", StringComparison.Ordinal) ? ["delivery", "drone-scheduler", "package"] : ["package"];

    private static BackendGates GatesOf(TestGateway gateway) => gateway.Services.GetRequiredService<BackendGates>();

    private static BackendGate GateOf(TestGateway gateway, string backend) =>
        GatesOf(gateway).All.Single(gate => gate.Backend == backend);

    // A client that goes has its answer before the gateway has ended the request.
    private static Task NoneInFlightAsync(TestGateway gateway) =>
        GatesOf(gateway).UntilAsync(gate => gate.InFlight == 0);
}
