using System.Net;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

/// <summary>A live page on a real socket, with a client that asks as a browser's page of the same origin does.</summary>
internal sealed class RunningPage : IAsyncDisposable
{
    private readonly LiveServer _server;

    private RunningPage(LiveServer server, LiveFeed feed)
    {
        (_server, Feed) = (server, feed);
        Client = new HttpClient { BaseAddress = server.Address };
    }

    public LiveFeed Feed { get; }

    public HttpClient Client { get; }

    public Uri Address => _server.Address;

    public static Task<RunningPage> StartAsync(LiveControls? controls, params SpanRecord[] spans) =>
        StartAsync(controls, 0, spans);

    public static async Task<RunningPage> StartAsync(LiveControls? controls, int port, params SpanRecord[] spans)
    {
        var feed = new LiveFeed(controls, TimeProvider.System);
        return new RunningPage(
            await LiveServer.StartAsync(
                port, feed, new LiveTelemetry(() => spans, () => []), controls, TestContext.Current.CancellationToken),
            feed);
    }

    public async Task<HttpResponseMessage> SendAsync(
        HttpMethod method, string path, string? host = null, string? origin = null, string? json = null)
    {
        using var request = new HttpRequestMessage(method, path) { Version = HttpVersion.Version11 };
        request.Headers.Host = host;
        if (origin is not null)
        {
            request.Headers.Add("Origin", origin);
        }

        if (json is not null)
        {
            request.Content = new StringContent(json, null, "application/json");
        }

        return await Client.SendAsync(request, TestContext.Current.CancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        Client.Dispose();
    }
}
