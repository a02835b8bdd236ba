using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Tests.Backends;

public sealed class BackendCallTests
{
    // What SocketsHttpHandler throws when a connection takes too long, as an overloaded backend's does.
    [Fact]
    public async Task Call_NoConnectionInTime_IsATimeoutOfTheBackend()
    {
        var failure = await FailAsync(new TaskCanceledException("The operation was canceled.", new TimeoutException()));

        Assert.Equal((504, "timeout", "package"), (failure.Status, failure.Kind, failure.Backend));
    }

    private static async Task<BackendFailure> FailAsync(Exception exception)
    {
        using var client = new HttpClient(new FailingHandler(exception)) { BaseAddress = new Uri("http://package") };
        var thrown = await Assert.ThrowsAsync<BackendException>(() => BackendCall.GetAsync(
            client, "package", "/packages/summary", GatewayJson.Default.PackageSummary, TestContext.Current.CancellationToken));
        return thrown.Failure;
    }

    private sealed class FailingHandler(Exception exception) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            Task.FromException<HttpResponseMessage>(exception);
    }
}
