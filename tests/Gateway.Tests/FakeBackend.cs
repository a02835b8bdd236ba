using System.Collections.Concurrent;
using System.Net;
using System.Text;
using DroneDelivery.ServiceDefaults.Listening;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Gateway.Tests;

/// <summary>Stands in for one backend, or for all three, on a real port that speaks one protocol only.</summary>
internal sealed class FakeBackend(WebApplication app) : IAsyncDisposable
{
    private readonly ConcurrentDictionary<string, RequestDelegate> _answers = new();

    public string Address => app.Urls.First();

    /// <summary>Every request but those of health checks, as "GET /packages/summary?ownerId=...".</summary>
    public ConcurrentQueue<string> Requests { get; } = new();

    public ConcurrentQueue<string> TraceParents { get; } = new();

    /// <summary>Released once for each of <see cref="Requests"/>.</summary>
    public SemaphoreSlim Arrivals { get; } = new(0);

    public static Task<FakeBackend> StartAsync() => StartAsync(new IPEndPoint(IPAddress.Loopback, 0));

    public static async Task<FakeBackend> StartAsync(IPEndPoint address, HttpProtocols protocol = HttpProtocols.Http2)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(address, endpoint => endpoint.Protocols = protocol);
            ForwardedRequestLimits.Apply(kestrel.Limits);
            // So that a test can send any byte in a header.
            kestrel.ResponseHeaderEncodingSelector = _ => Encoding.Latin1;
        });
        var backend = new FakeBackend(builder.Build());
        backend.Answer("/health/live", StatusCodes.Status200OK);
        backend.Answer("/health/ready", StatusCodes.Status200OK);
        await backend.ListenAsync();
        return backend;
    }

    public void Answer(string path, int status, string? json = null) => Answer(path, async context =>
    {
        context.Response.StatusCode = status;
        if (json is not null)
        {
            context.Response.ContentType = "application/json";
            await context.Response.WriteAsync(json, context.RequestAborted);
        }
    });

    public void Answer(string path, RequestDelegate answer) => _answers[path] = answer;

    /// <summary>As after SIGTERM: requests in flight are answered, and no connection is accepted.</summary>
    public Task StopAsync() => app.StopAsync(TestContext.Current.CancellationToken);

    public ValueTask DisposeAsync() => app.DisposeAsync();

    private Task ListenAsync()
    {
        app.Run(AnswerAsync);
        return app.StartAsync(TestContext.Current.CancellationToken);
    }

    private Task AnswerAsync(HttpContext context)
    {
        var request = context.Request;
        if (!request.Path.StartsWithSegments("/health"))
        {
            Requests.Enqueue($"{request.Method} {request.Path}{request.QueryString}");
            TraceParents.Enqueue(request.Headers.TraceParent.ToString());
            Arrivals.Release();
        }

        return _answers.TryGetValue(request.Path.Value ?? "", out var answer) ? answer(context) : NotFound(context);
    }

    // As a handler that wants the body would: a body that breaks off is not answered.
    private static async Task NotFound(HttpContext context)
    {
        await context.Request.Body.CopyToAsync(Stream.Null, context.RequestAborted);
        context.Response.StatusCode = StatusCodes.Status404NotFound;
    }
}
