using System.Net;
using DroneDelivery.ServiceDefaults.Listening;

namespace DroneDelivery.ServiceDefaults.Tests.Listening;

public sealed class ForwardedRequestLimitsTests
{
    [Theory(Timeout = 300_000)]
    [InlineData(8 * 1024, 0, 0)]
    [InlineData(0, 1, ForwardedRequestLimits.MaxHeaderKilobytes)]
    [InlineData(8 * 1024, ForwardedRequestLimits.MaxHeaders, ForwardedRequestLimits.MaxHeaderKilobytes)]
    public async Task Http2Port_AsMuchAsAGatewayForwards_IsAccepted(int escapes, int headers, int kilobytes)
    {
        await using var service = await TestService.StartAsync();
        var query = string.Concat(Enumerable.Repeat("%22", escapes));
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(service.Http2Address, $"/health/live?{query}"))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        for (var i = 0; i < headers; i++)
        {
            request.Headers.Add($"X-{i:0000}", new string('a', (kilobytes * 1024 / headers) - "X-0000: \r\n".Length));
        }

        // What the gateway adds.
        request.Headers.Add("X-Caller-Owners", new string('a', 5_049));

        using var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }
}
