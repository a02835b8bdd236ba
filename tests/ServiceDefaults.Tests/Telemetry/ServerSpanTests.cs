using System.Diagnostics;
using Microsoft.AspNetCore.Builder;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry;

[Collection(AloneCollection.Name)]
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
        Assert.Equal("1.1", span.GetTagItem("network.protocol.version"));
        Assert.Equal(ActivityStatusCode.Unset, span.Status);
    }

    [Fact]
    public async Task ServerSpan_HandlerThrows_KeepsItsRouteAndIsAnError()
    {
        var span = await SpanOfAsync("/bug", app => app.MapGet("/bug", string () => throw new InvalidOperationException()));

        Assert.Equal("GET /bug", span.DisplayName);
        Assert.Equal("/bug", span.GetTagItem("http.route"));
        Assert.Equal(500, span.GetTagItem("http.response.status_code"));
        Assert.NotNull(span.GetTagItem("error.type"));
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
        await using var collector = await Collector.StartAsync();
        await using (var service = await TestService.StartAsync(map: map, settings: collector.Settings()))
        {
            using var response = await service.Client.GetAsync(path, TestContext.Current.CancellationToken);
        }

        // The collector, in the same process, has server spans too.
        return Assert.Single(_spans.InTrace(_caller.TraceId), span => (string?)span.GetTagItem("url.path") == path);
    }
}
