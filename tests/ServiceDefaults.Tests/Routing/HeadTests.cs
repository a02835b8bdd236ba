using System.Net;
using Microsoft.AspNetCore.Builder;

namespace DroneDelivery.ServiceDefaults.Tests.Routing;

public sealed class HeadTests
{
    [Theory]
    [InlineData("1.1")]
    [InlineData("2.0")]
    public async Task Head_RouteForGet_HasTheHeadersOfGetAndNoBody(string version)
    {
        await using var service = await TestService.StartAsync(map: app => app.MapGet("/text", () => "twelve bytes"));
        var address = new Uri(version == "1.1" ? service.Client.BaseAddress! : service.Http2Address, "/text");
        using var request = new HttpRequestMessage(HttpMethod.Head, address)
        {
            Version = Version.Parse(version),
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };

        using var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("text/plain", response.Content.Headers.ContentType?.MediaType);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Head_RouteForPost_IsRefused()
    {
        await using var service = await TestService.StartAsync(map: app => app.MapPost("/text", () => "created"));
        using var request = new HttpRequestMessage(HttpMethod.Head, "/text");

        using var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.MethodNotAllowed, response.StatusCode);
    }
}
