using System.Net;
using System.Net.Sockets;

namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>Server-side request forgery: whatever a request names, the gateway connects to its own backends only.</summary>
public sealed class ForgedAddressTests(SharedGateway shared) : IClassFixture<SharedGateway>
{
    // "{evil}" is an address that somebody listens at, who must never be called.
    [Theory(Timeout = 300_000)]
    [InlineData("http://{evil}/api/packages/p-1", "Host: {evil}")]
    [InlineData("http://{evil}/api/packages/p-1", "Host: x")]
    [InlineData("/api/packages/p-1", "Host: {evil}")]
    [InlineData("/api/packages/p-1", "Host: x\r\nX-Forwarded-Host: {evil}\r\nX-Forwarded-For: {evil}\r\nForwarded: host={evil}")]
    [InlineData("/api/packages/p-1", "Host: x\r\nX-Original-URL: http://{evil}/\r\nX-Rewrite-URL: http://{evil}/")]
    [InlineData("/api/packages/p-1", "Host: x\r\nReferer: http://{evil}/\r\nOrigin: http://{evil}")]
    [InlineData("//{evil}/api/packages/p-1", "Host: x")]
    [InlineData("/api/packages//{evil}/", "Host: x")]
    [InlineData("/api/packages/@{evil}/", "Host: x")]
    [InlineData("/api/packages@{evil}/", "Host: x")]
    [InlineData("/api/packages/http:%2f%2f{evil}", "Host: x")]
    [InlineData("/api/packages?url=http://{evil}/&ownerId=http://{evil}/", "Host: x")]
    [InlineData("/api/invoices/@{evil}?year=2025&month=3", "Host: x")]
    [InlineData("/api/invoices/http:%2f%2f{evil}%2f?year=2025&month=3", "Host: x")]
    [InlineData("/api/invoices/x?year=2025&month=3&ownerId=http://{evil}/", "Host: x")]
    public async Task Address_InAnyPartOfARequest_IsNotCalled(string target, string headers)
    {
        var gateway = shared.Reset();
        using var evil = new TcpListener(IPAddress.Loopback, 0);
        evil.Start();
        var address = evil.LocalEndpoint.ToString()!;

        var answer = await gateway.SendAsync(
            $"GET {target} HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n"
                .Replace("{evil}", address, StringComparison.Ordinal));

        Assert.Contains(Assert.Single(answer.Statuses), new[] { 200, 400, 404 });
        Assert.False(evil.Pending(), answer.Text);
    }

    [Theory(Timeout = 300_000)]
    [InlineData("CONNECT {evil} HTTP/1.1\r\nHost: {evil}")]
    [InlineData("OPTIONS * HTTP/1.1\r\nHost: {evil}")]
    [InlineData("TRACE /api/packages/p-1 HTTP/1.1\r\nHost: x\r\nX-Api-Key: secret")]
    public async Task Method_OfAProxyOrTheServer_IsNotServed(string head)
    {
        var gateway = shared.Reset();
        using var evil = new TcpListener(IPAddress.Loopback, 0);
        evil.Start();

        var answer = await gateway.SendAsync(
            $"{head}\r\nConnection: close\r\n\r\n".Replace("{evil}", evil.LocalEndpoint.ToString(), StringComparison.Ordinal));

        Assert.InRange(Assert.Single(answer.Statuses), 400, 499);
        Assert.False(evil.Pending(), answer.Text);
        Assert.Empty(gateway.Reached);
        Assert.DoesNotContain("secret", answer.Text);
    }

    /// <summary>RFC 8441: how a WebSocket is opened over HTTP/2.</summary>
    [Fact(Timeout = 300_000)]
    public async Task ExtendedConnect_OfHttp2_IsNotServed()
    {
        await using var gateway = await OpenGateway.StartAsync(
            ("Kestrel:Endpoints:H2:Url", "http://127.0.0.1:0"), ("Kestrel:Endpoints:H2:Protocols", "Http2"));
        using var client = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Connect, $"http://127.0.0.1:{gateway.Ports[2]}/api/packages/p-1")
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Headers = { Protocol = "websocket" },
        };

        using var answer = await client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.MethodNotAllowed, answer.StatusCode);
        Assert.Empty(gateway.Reached);
    }
}
