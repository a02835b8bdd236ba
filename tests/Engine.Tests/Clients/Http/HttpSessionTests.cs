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
}
