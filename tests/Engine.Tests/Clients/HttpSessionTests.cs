using DroneDelivery.LoadTests.Engine.Clients;

namespace DroneDelivery.Engine.Tests.Clients;

public sealed class HttpSessionTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Send_CookiesKept_GoBackToTheServerInTheirSessionOnly()
    {
        await using var server = new RawServer(
            _ => "HTTP/1.1 204 No Content\r\nSet-Cookie: id=7; Path=/\r\nset-cookie: ;;\r\n\r\n");
        using var client = new HttpLoadClient(new HttpLoadOptions { Cookies = true }, TimeProvider.System);
        var (one, other) = (client.OpenSession(), client.OpenSession());
        var request = PreparedRequest.Get(server.Address);

        await one.SendAsync(request, Cancelled);
        await one.SendAsync(request, Cancelled);
        await other.SendAsync(request, Cancelled);
        await client.SendAsync(request, Cancelled);

        var sentCookies = server.Requests.Select(head => head.Contains("Cookie: id=7", StringComparison.Ordinal));
        Assert.Equal([false, true, false, false], sentCookies);
    }

    [Fact]
    public async Task Send_CookiesNotAskedFor_AreNotKept()
    {
        await using var server = new RawServer(_ => "HTTP/1.1 204 No Content\r\nSet-Cookie: id=7\r\n\r\n");
        using var client = new HttpLoadClient(new HttpLoadOptions(), TimeProvider.System);
        var session = client.OpenSession();

        await session.SendAsync(PreparedRequest.Get(server.Address), Cancelled);
        await session.SendAsync(PreparedRequest.Get(server.Address), Cancelled);

        Assert.DoesNotContain(server.Requests, head => head.Contains("Cookie", StringComparison.Ordinal));
    }
}
