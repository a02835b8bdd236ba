using System.Net;
using System.Net.Sockets;
using System.Text;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using DroneDelivery.Gateway.Tests.Security;
using DroneDelivery.Gateway.Usage;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.Tests.Usage;

public sealed class UsageTests : IDisposable
{
    private const string InvoiceRoute = "/api/invoices/{ownerId}";
    private const string PackageRoute = "/api/packages/{**rest}";

    private readonly UsageFile _file = new();
    private IHttpForwarder? _forwarder;

    [Fact]
    public async Task Requests_OfSeveralPaths_AreCountedByRouteAndStatus()
    {
        await using (var gateway = await StartAsync())
        {
            gateway.Package.Answer("/packages/p-1", 200, """{"id":"p-1"}""");
            foreach (var address in new[] { "/api/packages/p-1", "/api/packages/p-2", "/api/packages/p-3" })
            {
                (await GetAsync(gateway, address)).Dispose();
            }

            (await gateway.GetInvoiceAsync()).Dispose();
            (await gateway.GetInvoiceAsync("/api/invoices/owner-0007?year=2025&month=13")).Dispose();
        }

        Assert.Equal(
            [(InvoiceRoute, 200, 1), (InvoiceRoute, 400, 1), (PackageRoute, 200, 1), (PackageRoute, 404, 2)],
            Counts(await _file.ReadAsync()));
    }

    [Fact]
    public async Task Answer_InChunks_BytesOfBothBodiesAreCounted()
    {
        await using (var gateway = await StartAsync())
        {
            gateway.Delivery.Answer("/deliveries", async context =>
            {
                await context.Request.Body.CopyToAsync(Stream.Null, context.RequestAborted);
                for (var i = 0; i < 3; i++)
                {
                    await context.Response.WriteAsync(new string('x', 1_000), context.RequestAborted);
                    await context.Response.Body.FlushAsync(context.RequestAborted);
                }
            });
            using var response = await gateway.CreateClient().PostAsync(
                "/api/deliveries", new StringContent(new string('y', 500)), TestContext.Current.CancellationToken);
        }

        var figures = Assert.Single((await _file.ReadAsync()).Rows).Value;
        Assert.Equal((500, 3_000), (figures.BytesIn, figures.BytesOut));
    }

    [Fact]
    public async Task Answer_MadeHere_BytesAreThoseOfItsBody()
    {
        byte[] body;
        await using (var gateway = await StartAsync())
        {
            using var response = await gateway.GetInvoiceAsync();
            body = await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken);
        }

        Assert.Equal(body.Length, Assert.Single((await _file.ReadAsync()).Rows).Value.BytesOut);
    }

    /// <summary>The handler writes the body that GET would have, and the server leaves it out.</summary>
    [Fact]
    public async Task Head_BytesOfTheBodyThatIsNotSent_AreNotCounted()
    {
        await using (var gateway = await StartAsync())
        {
            using var request = new HttpRequestMessage(HttpMethod.Head, "/api/invoices/owner-0007?year=2025&month=3");
            using var response = await gateway.CreateClient().SendAsync(request, TestContext.Current.CancellationToken);
            Assert.Equal(200, (int)response.StatusCode);
        }

        var figures = Assert.Single((await _file.ReadAsync()).Rows).Value;
        Assert.Equal((1, 0), (figures.Requests, figures.BytesOut));
    }

    /// <summary>The status is given by an exception handler, which is outside of what counts.</summary>
    [Fact]
    public async Task Request_WhoseBackendFails_IsCountedWithTheStatusThatTheClientGot()
    {
        await using (var gateway = await StartAsync())
        {
            gateway.Package.Answer("/packages/summary", 500);
            Assert.Equal(HttpStatusCode.BadGateway, (await gateway.GetInvoiceAsync()).StatusCode);
        }

        Assert.Equal([(InvoiceRoute, 502, 1)], Counts(await _file.ReadAsync()));
    }

    [Fact]
    public async Task Request_ThatIsRefused_IsCounted()
    {
        await using (var gateway = await StartAsync(("Shedding:Mode", "fixed"), ("Shedding:Limit", "1")))
        {
            var gates = gateway.Services.GetRequiredService<BackendGates>();
            Assert.All(gates.All, gate => gate.TryEnter(RequestPriority.High));
            Assert.Equal(HttpStatusCode.ServiceUnavailable, (await gateway.GetInvoiceAsync()).StatusCode);
        }

        Assert.Equal([(InvoiceRoute, 503, 1)], Counts(await _file.ReadAsync()));
    }

    [Theory(Timeout = 300_000)]
    [InlineData("GET /api/packages/a%2fb", "Connection: close", PackageRoute, 400)]
    [InlineData("GET /api/packages/a//b", "Connection: close", PackageRoute, 400)]
    [InlineData("GET /api//invoices/owner-0007", "Connection: close", UsageNames.None, 400)]
    [InlineData("TRACE /api/packages/p-1", "Connection: close", PackageRoute, 405)]
    [InlineData("POST /api/deliveries", "Content-Length: 1048577", "/api/deliveries", 413)]
    [InlineData("POST /api/packages", "Transfer-Encoding: gzip, chunked", PackageRoute, 400)]
    public async Task Request_ThatIsMalformedOrTooLarge_IsCounted(string line, string header, string route, int status)
    {
        await using (var gateway = await StartAsync())
        {
            var answer = await RawAnswer.ToAsync(
                gateway.ClientOptions.BaseAddress.Port,
                $"{line} HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n");
            Assert.Equal([status], answer.Statuses);
        }

        Assert.Equal([(route, status, 1)], Counts(await _file.ReadAsync()));
    }

    [Theory]
    [InlineData("/health/live")]
    [InlineData("/metrics")]
    [InlineData("/nowhere")]
    public async Task Request_ThatIsNotOfTheApi_IsNotCounted(string address)
    {
        await using (var gateway = await StartAsync())
        {
            (await GetAsync(gateway, address)).Dispose();
        }

        Assert.Empty((await _file.ReadAsync()).Rows);
    }

    [Fact(Timeout = 300_000)]
    public async Task Request_WhoseClientLeaves_IsCountedWith499()
    {
        await using (var gateway = await StartAsync())
        {
            var (arrived, left) = (new TaskCompletionSource(), new TaskCompletionSource());
            gateway.Package.Answer("/packages/p-1", async context =>
            {
                using var registration = context.RequestAborted.Register(left.SetResult);
                arrived.SetResult();
                await left.Task;
            });
            using var leaving = new CancellationTokenSource();
            var request = gateway.CreateClient().GetAsync("/api/packages/p-1", leaving.Token);
            await arrived.Task;
            await leaving.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => request);
            await left.Task;
        }

        Assert.Equal([(PackageRoute, 499, 1)], Counts(await _file.ReadAsync()));
    }

    /// <summary>The client closes its connection when it has read what it waits for, before the request is counted.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData(4, 200)]
    [InlineData(5, 499)]
    [InlineData(null, 200)]
    public async Task Response_ClientHasAllBytesAndCloses_IsNotCountedWith499(int? length, int expected)
    {
        _forwarder = new SlowToEnd(length, fails: false);
        await using (var gateway = await StartAsync())
        {
            await ReadAndCloseAsync(gateway);
        }

        Assert.Equal([(PackageRoute, expected, 1)], Counts(await _file.ReadAsync()));
    }

    [Fact(Timeout = 300_000)]
    public async Task ResponseInChunks_ClientClosesBeforeTheLast_IsCountedWith499()
    {
        await using (var gateway = await StartAsync())
        {
            var closed = new TaskCompletionSource();
            gateway.Package.Answer("/packages/p-1", async context =>
            {
                using var registration = context.RequestAborted.Register(closed.SetResult);
                await context.Response.WriteAsync("done", CancellationToken.None);
                await context.Response.Body.FlushAsync(CancellationToken.None);
                await closed.Task;
            });
            await ReadAndCloseAsync(gateway);
            await closed.Task;
        }

        Assert.Equal([(PackageRoute, 499, 1)], Counts(await _file.ReadAsync()));
    }

    [Fact(Timeout = 300_000)]
    public async Task ResponseInChunks_HandlerFailsWhenTheClientCloses_IsCountedWith499()
    {
        _forwarder = new SlowToEnd(length: null, fails: true);
        await using (var gateway = await StartAsync())
        {
            await ReadAndCloseAsync(gateway);
        }

        Assert.Equal([(PackageRoute, 499, 1)], Counts(await _file.ReadAsync()));
    }

    [Fact]
    public async Task Latency_IsThatOfTheWholeRequest()
    {
        await using (var gateway = await StartAsync())
        {
            gateway.Package.Answer("/packages/p-1", context =>
            {
                gateway.Time.Advance(TimeSpan.FromMilliseconds(40));
                return Task.CompletedTask;
            });
            (await GetAsync(gateway, "/api/packages/p-1")).Dispose();
        }

        var figures = Assert.Single((await _file.ReadAsync()).Rows).Value;
        Assert.Equal(40_000, figures.Microseconds);
        Assert.Equal([0, 0, 0, 1, 0, 0, 0], figures.ByLatency);
    }

    [Fact]
    public async Task Report_KeysAreOff_IsNotThere()
    {
        await using var gateway = await StartAsync();

        Assert.Equal(HttpStatusCode.NotFound, (await GetAsync(gateway, "/admin/usage")).StatusCode);
    }

    public void Dispose() => _file.Dispose();

    private static IEnumerable<(string Route, int Status, long Requests)> Counts(UsageRead read) =>
        read.Rows.Select(row => (row.Key.Route, row.Key.Status, row.Value.Requests)).Order();

    private static Task<HttpResponseMessage> GetAsync(TestGateway gateway, string address) =>
        gateway.CreateClient().GetAsync(address, TestContext.Current.CancellationToken);

    private static async Task ReadAndCloseAsync(TestGateway gateway)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(
            IPAddress.Loopback, gateway.ClientOptions.BaseAddress.Port, TestContext.Current.CancellationToken);
        await using var stream = client.GetStream();
        await stream.WriteAsync(
            "GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\n\r\n"u8.ToArray(), TestContext.Current.CancellationToken);
        var received = "";
        var buffer = new byte[4096];
        while (!received.Contains("done", StringComparison.Ordinal))
        {
            var count = await stream.ReadAsync(buffer, TestContext.Current.CancellationToken);
            Assert.True(count > 0, $"The gateway closed the connection after: {received}");
            received += Encoding.ASCII.GetString(buffer, 0, count);
        }
    }

    private async Task<TestGateway> StartAsync(params (string Key, string Value)[] settings)
    {
        var gateway = await TestGateway.StartAsync();
        gateway.With("Usage:Mode", "sqlite").With("Database:File", _file.Path);
        foreach (var (key, value) in settings)
        {
            gateway.With(key, value);
        }

        if (_forwarder is not null)
        {
            gateway.WithServices(services => services.AddSingleton(_forwarder));
        }

        // A server that ends its requests before it stops; the one in memory counts the last ones when it likes.
        gateway.UseKestrel(0);
        gateway.StartServer();
        return gateway;
    }

    /// <summary>Sends four bytes, and ends the response only when the client has closed its connection.</summary>
    private sealed class SlowToEnd(int? length, bool fails) : IHttpForwarder
    {
        public async ValueTask<ForwarderError> SendAsync(
            HttpContext context,
            string destinationPrefix,
            HttpMessageInvoker httpClient,
            ForwarderRequestConfig requestConfig,
            HttpTransformer transformer)
        {
            var closed = new TaskCompletionSource();
            context.RequestAborted.Register(closed.SetResult);
            context.Response.ContentLength = length;
            await context.Response.WriteAsync("done", CancellationToken.None);
            await closed.Task;
            return fails ? throw new IOException("The client has closed the connection.") : ForwarderError.None;
        }
    }
}
