using System.Text;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>Requests that are too large or too slow.</summary>
public sealed class SizeTests
{
    private const string Get = "GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\n";
    private const string Post = "POST /api/packages/p-1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";

    [Fact(Timeout = 300_000)]
    public async Task Size_HeadersTooLong_Is431AndReachesNoBackend()
    {
        await using var gateway = await OpenGateway.StartAsync(("Requests:MaxHeaderKilobytes", "4"));

        var answer = await gateway.SendAsync($"{Get}X-A: {new string('a', 5_000)}\r\n\r\n");

        Assert.Equal([431], answer.Statuses);
        Assert.Empty(gateway.Reached);
    }

    [Fact(Timeout = 300_000)]
    public async Task Size_TooManyHeaders_Is431AndReachesNoBackend()
    {
        await using var gateway = await OpenGateway.StartAsync();

        var answer = await gateway.SendAsync(
            Get + string.Concat(Enumerable.Range(0, 101).Select(i => $"X-{i}: 1\r\n")) + "\r\n");

        Assert.Equal([431], answer.Statuses);
        Assert.Empty(gateway.Reached);
    }

    [Fact(Timeout = 300_000)]
    public async Task Size_AddressTooLong_Is414AndReachesNoBackend()
    {
        await using var gateway = await OpenGateway.StartAsync();

        var answer = await gateway.SendAsync($"GET /api/packages/{new string('p', 9_000)} HTTP/1.1\r\nHost: x\r\n\r\n");

        Assert.Equal([414], answer.Statuses);
        Assert.Empty(gateway.Reached);
    }

    /// <summary>An owner that cannot exist is not looked up, so that no backend can fail because of it.</summary>
    [Fact(Timeout = 300_000)]
    public async Task Size_OwnerOfInvoicesTooLong_Is400AndInvoicesOfOthersAreServed()
    {
        await using var gateway = await OpenGateway.StartAsync();

        for (var i = 0; i < 10; i++)
        {
            var refused = await gateway.SendAsync(Invoice(new string('+', 2_800)));

            Assert.Equal([400], refused.Statuses);
            Assert.Contains("The owner must be 1 to 100 letters", refused.Text);
        }

        Assert.Empty(gateway.Reached);
        var served = await gateway.SendAsync(Invoice("owner-0007"));
        Assert.Equal([200], served.Statuses);

        static string Invoice(string owner) =>
            $"GET /api/invoices/{owner}?year=2025&month=3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    }

    /// <summary>The backend gets three characters for each.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData("/api/packages/", '"')]
    [InlineData("/api/packages/", '|')]
    [InlineData("/api/packages/p-1?a=", '"')]
    [InlineData("/api/packages/p-1?a=", '|')]
    public async Task Size_AddressThatGrowsWhenEscaped_IsForwarded(string start, char character)
    {
        await using var gateway = await OpenGateway.StartAsync();

        var answer = await gateway.SendAsync(
            $"GET {start}{new string(character, 8_100)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        Assert.Equal([404], answer.Statuses);
        Assert.Single(gateway.Reached);
    }

    /// <summary>To a backend, each header is 32 bytes larger, and the gateway adds some.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData(32, 98)]
    [InlineData(512, 1)]
    [InlineData(512, 9_998)]
    public async Task Size_HeadersAsLargeAsAreAllowed_AreForwarded(int kilobytes, int count)
    {
        await using var gateway = await OpenGateway.StartAsync(
            ("Requests:MaxHeaderKilobytes", $"{kilobytes}"), ("Requests:MaxHeaders", $"{count + 2}"));

        var answer = await gateway.SendAsync(GetWithHeaders(kilobytes, count, "Connection: close\r\n"));

        Assert.Equal([404], answer.Statuses);
        Assert.Single(gateway.Reached);
    }

    /// <summary>The gateway sends the owners of the key to the backend, some 5 KB.</summary>
    [Fact(Timeout = 300_000)]
    public async Task Size_HeadersAsLargeAsAreAllowedWithAKeyOfManyOwners_AreForwarded()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var owners = string.Join(',', Enumerable.Range(0, AllowedOwners.MaxCount).Select(i => $"{i:00}{new string('a', 98)}"));
        var key = (await keyed.Keys.AddAsync("holder", KeyScopes.PackagesRead, owners: owners)).Reveal();
        await using var gateway = OpenGateway.Open(keyed.Gateway);

        var answer = await gateway.SendAsync(
            GetWithHeaders(32, 90, $"Connection: close\r\n{KeyInRequest.Header}: {key}\r\n"));

        Assert.Equal([404], answer.Statuses);
        Assert.Single(gateway.Reached);
    }

    [Fact(Timeout = 300_000)]
    public async Task Size_BodyAnnouncedTooLarge_Is413ThatSaysWhatIsAllowed()
    {
        await using var gateway = await OpenGateway.StartAsync(("Requests:MaxBodyKilobytes", "1"));

        var answer = await gateway.SendAsync($"{Post}Content-Length: 1025\r\n\r\n");

        Assert.Equal([413], answer.Statuses);
        Assert.Contains("The body may have 1024 bytes, not 1025.", answer.Text);
        Assert.Empty(gateway.Reached);
    }

    [Fact(Timeout = 300_000)]
    public async Task Size_BodyAsLargeAsIsAllowed_IsForwarded()
    {
        await using var gateway = await OpenGateway.StartAsync(("Requests:MaxBodyKilobytes", "1"));

        var answer = await gateway.SendAsync($"{Post}Content-Length: 1024\r\n\r\n{new string('a', 1024)}");

        Assert.DoesNotContain(413, answer.Statuses);
        Assert.Equal(["POST /packages/p-1"], gateway.Reached);
    }

    [Fact(Timeout = 300_000)]
    public async Task Size_BodyInChunksGrowsTooLarge_Is413()
    {
        await using var gateway = await OpenGateway.StartAsync(("Requests:MaxBodyKilobytes", "1"));
        var chunks = new StringBuilder();
        for (var i = 0; i < 5; i++)
        {
            chunks.Append($"100\r\n{new string('a', 256)}\r\n");
        }

        var answer = await gateway.SendAsync($"{Post}Transfer-Encoding: chunked\r\n\r\n{chunks}0\r\n\r\n");

        Assert.Equal([413], answer.Statuses);
        Assert.Contains("application/problem+json", answer.Text);
        Assert.Empty(gateway.Reached);
    }

    [Fact(Timeout = 300_000)]
    public async Task Slow_HeadersThatNeverEnd_Are408AndTheConnectionIsClosed()
    {
        await using var gateway = await OpenGateway.StartAsync(("Requests:HeaderTimeout", "00:00:00.200"));

        var answer = await gateway.SendAsync(Get + "X-A: ");

        Assert.Equal([408], answer.Statuses);
        Assert.Empty(gateway.Reached);
    }

    [Fact(Timeout = 300_000)]
    public async Task Slow_BodyThatNeverComes_Is408AndTheConnectionIsClosed()
    {
        await using var gateway = await OpenGateway.StartAsync(("Requests:DataRateGrace", "00:00:01.100"));

        var answer = await gateway.SendAsync($"{Post}Content-Length: 100\r\n\r\na");

        Assert.Equal([408], answer.Statuses);
        Assert.Empty(gateway.Reached);
    }

    /// <param name="kilobytes">Of all headers together.</param>
    /// <param name="count">The number of headers that are added to those given.</param>
    private static string GetWithHeaders(int kilobytes, int count, string headers)
    {
        var free = (kilobytes * 1024) - $"Host: x\r\n{headers}\r\n".Length;
        var value = new string('a', (free / count) - "X-0000: \r\n".Length);
        return Get + headers + string.Concat(Enumerable.Range(0, count).Select(i => $"X-{i:0000}: {value}\r\n")) + "\r\n";
    }
}
