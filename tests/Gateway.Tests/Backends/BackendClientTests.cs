using System.Diagnostics;
using System.Net;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.Tests.Backends;

/// <summary>The calls of an invoice to Package.</summary>
public sealed class BackendClientTests
{
    private const string Package = "/packages/summary";
    private const string Answer = """{"packages":5,"fragile":1,"weightKilograms":7.35}""";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(503, 3)]
    [InlineData(502, 3)]
    [InlineData(504, 1)]
    [InlineData(500, 1)]
    [InlineData(404, 1)]
    [InlineData(429, 1)]
    public async Task Call_BackendFails_IsRetriedIfAnotherAttemptMaySucceed(int status, int expectedCalls)
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer(Package, status);

        (await gateway.GetInvoiceAsync()).Dispose();

        Assert.Equal(expectedCalls, gateway.Package.Requests.Count);
    }

    [Fact]
    public async Task Call_ConnectionBreaksOnce_SecondAttemptAnswers()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer(Package, async context =>
        {
            if (gateway.Package.Requests.Count == 1)
            {
                context.Abort();
            }

            await context.Response.WriteAsync(Answer, context.RequestAborted);
        });

        using var response = await gateway.GetInvoiceAsync();

        Assert.Equal((HttpStatusCode.OK, 2), (response.StatusCode, gateway.Package.Requests.Count));
    }

    [Fact]
    public async Task Call_BodyBreaksOffOnce_SecondAttemptAnswers()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer(Package, async context =>
        {
            await context.Response.WriteAsync(Answer[..10], context.RequestAborted);
            await context.Response.Body.FlushAsync(context.RequestAborted);
            if (gateway.Package.Requests.Count == 1)
            {
                context.Abort();
            }

            await context.Response.WriteAsync(Answer[10..], context.RequestAborted);
        });

        using var response = await gateway.GetInvoiceAsync();

        Assert.Equal((HttpStatusCode.OK, 2), (response.StatusCode, gateway.Package.Requests.Count));
    }

    [Fact(Timeout = 300_000)]
    public async Task Call_BodyStops_IsATimeout()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer(Package, async context =>
        {
            await context.Response.WriteAsync("{", context.RequestAborted);
            await context.Response.Body.FlushAsync(context.RequestAborted);
            await Task.Delay(Timeout.Infinite, context.RequestAborted);
        });

        var invoice = gateway.GetInvoiceAsync();
        await gateway.Package.Arrivals.WaitAsync(Cancelled);
        while (gateway.Time.PendingTimers > 2)
        {
            await Task.Yield();
        }

        gateway.Time.Advance(TimeSpan.FromSeconds(15));

        using var response = await invoice;
        Assert.Equal(HttpStatusCode.GatewayTimeout, response.StatusCode);
        Assert.Single(gateway.Package.Requests);
    }

    // What the handler throws when a connection takes too long, as an overloaded backend's does.
    [Fact]
    public async Task Call_NoConnectionInTime_IsATimeoutOfTheBackend()
    {
        await using var gateway = await TestGateway.StartAsync();
        var failing = new FailingClients(new TaskCanceledException("The operation was canceled.", new TimeoutException()));
        gateway.WithServices(services => services.AddSingleton<IForwarderHttpClientFactory>(failing));

        using var response = await gateway.GetInvoiceAsync();

        var problem = await response.ReadProblemAsync();
        Assert.Equal((504, "timeout"), ((int)response.StatusCode, problem.GetProperty("failure").GetString()));
    }

    [Fact]
    public async Task Call_Retried_EachAttemptHasASpanOfItsOwn()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer(Package, 503);
        var trace = ActivityTraceId.CreateRandom();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "System.Net.Http",
            Sample = (ref ActivityCreationOptions<ActivityContext> options) => options.Parent.TraceId == trace
                ? ActivitySamplingResult.AllDataAndRecorded
                : ActivitySamplingResult.None,
        };
        ActivitySource.AddActivityListener(listener);
        using var client = gateway.CreateClient();
        client.DefaultRequestHeaders.Add("traceparent", $"00-{trace}-b7ad6b7169203331-01");

        (await client.GetAsync("/api/invoices/owner-0007?year=2025&month=3", Cancelled)).Dispose();

        Assert.Equal(3, gateway.Package.TraceParents.Distinct().Count());
        Assert.All(gateway.Package.TraceParents, parent => Assert.StartsWith($"00-{trace}-", parent));
    }

    [Theory]
    [InlineData("/api/packages/p-1", "/packages/p-1")]
    [InlineData("/api/invoices/owner-0007?year=2025&month=3", Package)]
    public async Task Request_ResponseHasRetryAfter_IsNotSentAgain(string address, string path)
    {
        await using var gateway = await TestGateway.StartAsync();
        await using var other = await FakeBackend.StartAsync();
        gateway.With("Backends:Package", $"{gateway.Package.Address},{other.Address}");
        foreach (var package in new[] { gateway.Package, other })
        {
            package.Answer(path, context =>
            {
                context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
                context.Response.Headers.RetryAfter = "3";
                return Task.CompletedTask;
            });
        }

        using var response = await gateway.GetInvoiceAsync(address);

        Assert.Equal((503, "3"), ((int)response.StatusCode, response.Headers.RetryAfter?.ToString()));
        Assert.Equal(1, gateway.Package.Requests.Count + other.Requests.Count);
    }

    [Fact]
    public async Task Metrics_AfterARetry_CountTheAttemptsAndTheRetry()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer(Package, 503);
        (await gateway.GetInvoiceAsync()).Dispose();

        var metrics = await gateway.CreateClient().GetStringAsync("/metrics", Cancelled);

        Assert.Contains("resilience_polly_strategy_attempt_duration", metrics);
        Assert.Contains("resilience_polly_pipeline_duration", metrics);
        Assert.Matches("resilience_polly_strategy_events_total.*OnRetry.*pipeline_name=\"package\"", metrics);
    }

    private sealed class FailingClients(Exception exception) : HttpMessageHandler, IForwarderHttpClientFactory
    {
        public HttpMessageInvoker CreateClient(ForwarderHttpClientContext context) => new(this, disposeHandler: false);

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            Task.FromException<HttpResponseMessage>(exception);
    }
}
