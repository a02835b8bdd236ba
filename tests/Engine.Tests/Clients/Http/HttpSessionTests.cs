using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;

namespace DroneDelivery.Engine.Tests.Clients.Http;

public sealed class HttpSessionTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Ask_CookiesKept_GoBackToTheServerInTheirSessionOnly()
    {
        await using var server = new RawServer(
            "HTTP/1.1 204 No Content\r\nSet-Cookie: id=7; Path=/\r\nset-cookie: ;;\r\n\r\n");
        using var client = new HttpLoadClient(new HttpLoadOptions(), TimeProvider.System);
        var (one, other) = (new HttpSession(client), new HttpSession(client));
        var request = PreparedRequest.Get(server.Address);

        await one.AskAsync(request, Cancelled);
        await one.AskAsync(request, Cancelled);
        await other.AskAsync(request, Cancelled);
        await client.SendAsync(request, Cancelled);

        var sentCookies = server.Requests.Select(head => head.Contains("Cookie: id=7", StringComparison.Ordinal));
        Assert.Equal([false, true, false, false], sentCookies);
    }

    // RFC 6265, section 6.1: a client keeps at least 50 cookies of a server.
    [Fact]
    public async Task Ask_FiftyCookiesOfOneServer_AllGoBackToIt()
    {
        var cookies = string.Concat(Enumerable.Range(0, 50).Select(number => $"Set-Cookie: id{number}=1; Path=/\r\n"));
        await using var server = new RawServer($"HTTP/1.1 204 No Content\r\n{cookies}\r\n");
        using var client = new HttpLoadClient(new HttpLoadOptions(), TimeProvider.System);
        var (session, request) = (new HttpSession(client), PreparedRequest.Get(server.Address));

        await session.AskAsync(request, Cancelled);
        await session.AskAsync(request, Cancelled);

        Assert.Equal(50, server.Requests[1].Split("; ").Length);
    }
}
