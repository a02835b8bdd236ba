using System.Net;

namespace DroneDelivery.Gateway.Tests.Backends;

public sealed class ReadinessTests
{
    [Fact]
    public async Task Readiness_BackendStops_IsLostAfterASecondAndNamesIt()
    {
        await using var gateway = await TestGateway.StartAsync();
        Assert.Equal(HttpStatusCode.OK, (await AskAsync(gateway)).StatusCode);
        await gateway.Package.DisposeAsync();

        var withinTheSecond = await AskAsync(gateway);
        gateway.Time.Advance(TimeSpan.FromSeconds(1));
        var afterIt = await AskAsync(gateway);

        Assert.Equal(HttpStatusCode.OK, withinTheSecond.StatusCode);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, afterIt.StatusCode);
        var answer = await afterIt.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Contains("package does not answer", answer);
    }

    private static Task<HttpResponseMessage> AskAsync(TestGateway gateway) =>
        gateway.CreateClient().GetAsync("/health/ready", TestContext.Current.CancellationToken);
}
