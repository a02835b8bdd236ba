using System.Net;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace DroneDelivery.ServiceDefaults.Tests.Health;

public sealed class HealthTests
{
    [Fact]
    public async Task Readiness_OneCheckFails_Returns503AndSaysWhich()
    {
        await using var service = await TestService.StartAsync(builder =>
            builder.Services.AddHealthChecks().AddCheck("database", () => HealthCheckResult.Unhealthy("no answer")));

        var ready = await service.Client.GetAsync("/health/ready", TestContext.Current.CancellationToken);
        var live = await service.Client.GetAsync("/health/live", TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, ready.StatusCode);
        var answer = await ready.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Contains("\"database\":\"no answer\"", answer);
        Assert.Equal(HttpStatusCode.OK, live.StatusCode);
    }

    [Fact]
    public async Task Http2Port_RequestOfExactlyHttp2_Answers()
    {
        await using var service = await TestService.StartAsync();
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(service.Http2Address, "/health/live"))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };

        var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(HttpVersion.Version20, response.Version);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Fact]
    public async Task OpenApi_AnyService_HasItsTitle()
    {
        await using var service = await TestService.StartAsync();

        var document = await service.Client.GetStringAsync("/openapi/v1.json", TestContext.Current.CancellationToken);

        Assert.Contains("\"title\": \"Sample service\"", document);
    }
}
