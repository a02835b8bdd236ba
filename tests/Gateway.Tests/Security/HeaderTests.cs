using System.Collections.Concurrent;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Security;

public sealed class HeaderTests(SharedGateway shared) : IClassFixture<SharedGateway>
{
    [Theory(Timeout = 300_000)]
    [InlineData("X-A: 1\rX-Injected: 1")]
    [InlineData("X-A: 1\0")]
    [InlineData("Idempotency-Key: a\rX-Injected: 1")]
    [InlineData("X\u00e9A: 1")]
    [InlineData("X A: 1")]
    [InlineData(": 1")]
    [InlineData("Host: y")]
    public async Task Header_WithWhatMayEndIt_IsRefusedAndReachesNoBackend(string header)
    {
        var gateway = shared.Reset();

        var answer = await gateway.SendAsync(
            $"GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\n{header}\r\nConnection: close\r\n\r\n");

        Assert.Equal([400], answer.Statuses);
        Assert.Empty(gateway.Reached);
    }

    /// <summary>Bytes are sent as Latin-1, so that each character of the text is one byte on the wire.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData("X-Foo")]
    [InlineData("User-Agent")]
    [InlineData("Cookie")]
    public async Task Header_IsUtf8_ReachesTheBackend(string name)
    {
        var gateway = shared.Reset();
        gateway.Package.Answer("/packages/p-1", context =>
        {
            context.Response.Headers["X-Seen"] = Uri.EscapeDataString(context.Request.Headers[name].ToString());
            return context.Response.WriteAsync("{}", context.RequestAborted);
        });

        var answer = await gateway.SendAsync(
            $"GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\n{name}: \u00c3\u00a4\r\nConnection: close\r\n\r\n");

        Assert.Equal([200], answer.Statuses);
        Assert.Contains("X-Seen: %C3%A4", answer.Text, StringComparison.OrdinalIgnoreCase);
    }

    [Fact(Timeout = 300_000)]
    public async Task Header_IsNotUtf8_IsRefusedAsTheClientsFault()
    {
        var gateway = shared.Reset();

        var answer = await gateway.SendAsync(
            "GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\nX-Foo: \u00e4\r\nConnection: close\r\n\r\n");

        Assert.Equal([400], answer.Statuses);
        Assert.Empty(gateway.Reached);
    }

    /// <summary>UTF-8, and bytes that are not: Latin-1 for the fake backend's server, as for this client.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData("\u00c3\u00a4")]
    [InlineData("\u00e4")]
    public async Task ResponseHeader_OutsideAscii_ReachesTheClientAsItIs(string value)
    {
        var gateway = shared.Reset();
        gateway.Package.Answer("/packages/p-1", context =>
        {
            context.Response.Headers["X-Name"] = value;
            return context.Response.WriteAsync("{}", context.RequestAborted);
        });

        var answer = await gateway.SendAsync("GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        Assert.Equal([200], answer.Statuses);
        Assert.Contains($"X-Name: {value}\r\n", answer.Text, StringComparison.OrdinalIgnoreCase);
    }

    [Fact(Timeout = 300_000)]
    public async Task Query_WithEncodedLineBreaks_StaysAQuery()
    {
        var gateway = shared.Reset();
        var seen = Record(gateway);

        await gateway.SendAsync(
            "GET /api/packages/p-1?a=1%0d%0aX-Injected:%201 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        Assert.Equal(["GET /packages/p-1?a=1%0d%0aX-Injected:%201"], gateway.Reached);
        Assert.DoesNotContain("X-Injected", seen.Keys);
    }

    /// <summary>Headers for the connection end here; they cannot take the gateway's own out, nor bring others in.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData("Connection: X-Forwarded-For, close")]
    [InlineData("Connection: close\r\nKeep-Alive: timeout=5")]
    [InlineData("Connection: close\r\nProxy-Connection: keep-alive")]
    [InlineData("Connection: close\r\nTE: trailers, deflate")]
    [InlineData("Connection: Upgrade, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__")]
    [InlineData("Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==")]
    [InlineData("Connection: Upgrade, close\r\nUpgrade: SPDY/3")]
    public async Task Header_OfTheConnection_DoesNotReachTheBackend(string headers)
    {
        var gateway = shared.Reset();
        var seen = Record(gateway);

        await gateway.SendAsync($"GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\n{headers}\r\n\r\n");

        Assert.Equal(["GET /packages/p-1"], gateway.Reached);
        string[] ofTheConnection = ["Connection", "Keep-Alive", "Proxy-Connection", "Upgrade", "HTTP2-Settings"];
        Assert.Empty(seen.Keys.Intersect(ofTheConnection, StringComparer.OrdinalIgnoreCase));
        Assert.Equal("127.0.0.1", seen["X-Forwarded-For"]);
    }

    [Fact(Timeout = 300_000)]
    public async Task Header_SaysWhereARequestComesFrom_IsTheGatewaysOwn()
    {
        var gateway = shared.Reset();
        var seen = Record(gateway);

        await gateway.SendAsync(
            "GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.1\r\nX-Forwarded-Host: evil\r\n"
            + "X-Forwarded-Proto: https\r\nX-Forwarded-Prefix: /evil\r\nConnection: close\r\n\r\n");

        Assert.Equal(("127.0.0.1", "x", "http"), (seen["X-Forwarded-For"], seen["X-Forwarded-Host"], seen["X-Forwarded-Proto"]));
        Assert.DoesNotContain("X-Forwarded-Prefix", seen.Keys);
    }

    /// <summary>A backend trusts these: they state who sent a request, or which path was requested.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData("X-Caller-Owners", "*")]
    [InlineData("x-caller-owners", "owner-0001")]
    [InlineData("X-Caller-Holder", "acme")]
    [InlineData("Forwarded", "for=10.0.0.1;proto=https")]
    [InlineData("X-Forwarded-Port", "443")]
    [InlineData("X-Forwarded-Scheme", "https")]
    [InlineData("X-Forwarded-Server", "evil")]
    [InlineData("X-Forwarded-Ssl", "on")]
    [InlineData("X-Original-Host", "evil")]
    [InlineData("X-Original-URL", "/admin/keys")]
    [InlineData("X-Real-IP", "10.0.0.1")]
    [InlineData("x-rewrite-url", "/admin/keys")]
    public async Task Header_ThatOnlyAProxyMaySet_DoesNotReachTheBackend(string name, string value)
    {
        var gateway = shared.Reset();
        var seen = Record(gateway);

        var answer = await gateway.SendAsync(
            $"GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\n{name}: {value}\r\nX-Kept: 1\r\nConnection: close\r\n\r\n");

        Assert.Equal([200], answer.Statuses);
        Assert.DoesNotContain(name, seen.Keys);
        Assert.Equal("1", seen["X-Kept"]);
    }

    private static ConcurrentDictionary<string, string> Record(OpenGateway gateway)
    {
        var seen = new ConcurrentDictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        gateway.Package.Answer("/packages/p-1", context =>
        {
            foreach (var (name, value) in context.Request.Headers)
            {
                seen[name] = value.ToString();
            }

            return context.Response.WriteAsync("{}", context.RequestAborted);
        });
        return seen;
    }
}
