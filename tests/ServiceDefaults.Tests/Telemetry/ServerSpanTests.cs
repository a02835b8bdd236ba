using System.Diagnostics;
using Microsoft.AspNetCore.Builder;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry;

public sealed class ServerSpanTests : IDisposable
{
    private readonly SpanRecorder _spans = new("Microsoft.AspNetCore");
    private readonly Activity _caller = new Activity("caller").Start();

    [Fact]
    public async Task ServerSpan_RoutedRequest_HasNameRouteAndStatus()
    {
        var span = await SpanOfAsync("/things/7", app => app.MapGroup("/things").MapGet("/{id}", (int id) => id));

        Assert.Equal("GET /things/{id}", span.DisplayName);
        Assert.Equal("/things/{id}", span.GetTagItem("http.route"));
        Assert.Equal(200, span.GetTagItem("http.response.status_code"));
        Assert.Equal("GET", span.GetTagItem("http.request.method"));
        Assert.Equal(ActivityStatusCode.Unset, span.Status);
    }

    [Fact]
    public async Task ServerSpan_HandlerThrows_KeepsItsRouteAndIsAnError()
    {
        var span = await SpanOfAsync("/bug", app => app.MapGet("/bug", string () => throw new InvalidOperationException()));

        Assert.Equal("GET /bug", span.DisplayName);
        Assert.Equal(500, span.GetTagItem("http.response.status_code"));
        Assert.Equal(ActivityStatusCode.Error, span.Status);
    }

    public void Dispose()
    {
        _caller.Dispose();
        _spans.Dispose();
    }

    // Stopping the service waits for the request to end, and with it the span.
    private async Task<Activity> SpanOfAsync(string path, Action<WebApplication> map)
    {
        await using (var service = await TestService.StartAsync(map: map))
        {
            using var response = await service.Client.GetAsync(path, TestContext.Current.CancellationToken);
        }

        return Assert.Single(_spans.InTrace(_caller.TraceId));
    }
}
