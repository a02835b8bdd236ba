using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>
/// What the gateway talks to: backends that answer at once with the same figures, and a collector that counts the requests that
/// the spans it receives belong to.
/// </summary>
internal sealed class StubWorld(WebApplication app) : IAsyncDisposable
{
    private static readonly byte[] Answer = Encoding.UTF8.GetBytes("""
        {"ownerId":"owner-0007","deliveries":4,"milesTraveled":12.5,"hoursAssigned":1.25,"packages":5,"fragile":1,
        "weightKilograms":7.35,"assignments":4,"drones":3}
        """);

    private readonly ConcurrentDictionary<string, long> _traced = new();

    public Uri Backend => new(app.Urls.First());

    /// <summary>Where a gateway of this mode sends its spans: a path of its own, or nowhere.</summary>
    public string CollectorFor(TraceMode mode) => mode.Ratio is null ? "" : $"{app.Urls.Last()}{PathOf(mode)}";

    /// <summary>Requests to the gateways of this mode whose server span has arrived.</summary>
    public long TracedBy(TraceMode mode) => _traced.GetValueOrDefault($"{PathOf(mode)}/v1/traces");

    public static async Task<StubWorld> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http2);
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http1);
        });
        var app = builder.Build();
        var world = new StubWorld(app);
        app.Run(context => HttpMethods.IsPost(context.Request.Method) ? world.ReceiveAsync(context) : AnswerAsync(context));
        await app.StartAsync();
        return world;
    }

    public ValueTask DisposeAsync() => app.DisposeAsync();

    private static Task AnswerAsync(HttpContext context)
    {
        context.Response.ContentType = "application/json";
        context.Response.ContentLength = Answer.Length;
        return context.Response.Body.WriteAsync(Answer).AsTask();
    }

    // Protobuf keeps texts as UTF-8, and the name of a server span stands nowhere else.
    private async Task ReceiveAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        var spans = body.GetBuffer().AsSpan(0, (int)body.Length);
        var traced = spans.Count("GET /api/invoices/{ownerId}"u8);
        _traced.AddOrUpdate(context.Request.Path, traced, (_, earlier) => earlier + traced);
    }

    private static string PathOf(TraceMode mode) => string.Create(CultureInfo.InvariantCulture, $"/{mode.Ratio}");
}
