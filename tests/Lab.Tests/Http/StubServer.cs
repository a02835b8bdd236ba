using System.Collections.Concurrent;
using System.Net;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>A server on a free port that counts what it is asked.</summary>
internal sealed class StubServer : IAsyncDisposable
{
    private readonly WebApplication _app;
    private TaskCompletionSource _next = NewSignal();
    private int _requests;

    private StubServer(WebApplication app) => _app = app;

    public string Address => _app.Urls.Single();

    public int Requests => _requests;

    public required ConnectionLog Connections { get; init; }

    /// <summary>Path and query of each request.</summary>
    public ConcurrentQueue<string> Targets { get; } = new();

    /// <summary>The last request's body and headers.</summary>
    public string LastBody { get; private set; } = "";

    public IDictionary<string, string> LastHeaders { get; private set; } = new Dictionary<string, string>();

    /// <summary>Runs before each request is answered.</summary>
    public Func<HttpContext, Task> BeforeAnswer { get; set; } = _ => Task.CompletedTask;

    /// <param name="tls">With a certificate that it signed itself.</param>
    public static async Task<StubServer> StartAsync(bool tls = false)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        var connections = new ConnectionLog();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen =>
        {
            listen.Use(connections.Count);
            if (tls)
            {
                listen.UseHttps(TestCertificate.Create());
            }
        }));
        var app = builder.Build();
        var server = new StubServer(app) { Connections = connections };
        app.Use(server.CountAsync);
        app.MapGet("/", () => "hello");
        app.MapGet("/fail", () => Results.StatusCode(StatusCodes.Status503ServiceUnavailable));
        app.MapGet("/hang", (HttpContext context) => Task.Delay(Timeout.InfiniteTimeSpan, context.RequestAborted));
        app.MapGet("/moved", () => Results.Redirect("/"));
        app.MapGet("/items/{id}", (string id) => id);
        app.MapPost("/login", (HttpResponse response) =>
        {
            response.Headers.SetCookie = "session=s1; Path=/";
            return Results.Json(new { token = "t-1", items = new[] { new { id = "a b" } } });
        });
        app.MapGet("/drop/{count:int}", (int count) => connections.DropOnce(count));
        app.MapPost("/items", server.TakeAsync);
        await app.StartAsync(TestContext.Current.CancellationToken);
        return server;
    }

    /// <summary>Waits until so many <see cref="Targets"/> are there.</summary>
    public async Task AskedAsync(int requests, CancellationToken cancellationToken)
    {
        while (true)
        {
            // Before counting: a request that comes after it ends the wait.
            var next = Volatile.Read(ref _next).Task;
            if (Targets.Count >= requests)
            {
                return;
            }

            await next.WaitAsync(cancellationToken);
        }
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private async Task CountAsync(HttpContext context, RequestDelegate next)
    {
        Interlocked.Increment(ref _requests);
        Targets.Enqueue(context.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget);
        Interlocked.Exchange(ref _next, NewSignal()).SetResult();
        await BeforeAnswer(context);
        await next(context);
    }

    private async Task<IResult> TakeAsync(HttpRequest request)
    {
        using var reader = new StreamReader(request.Body);
        LastBody = await reader.ReadToEndAsync(request.HttpContext.RequestAborted);
        LastHeaders = request.Headers.ToDictionary(header => header.Key, header => header.Value.ToString());
        return Results.Created("/items/1", "made");
    }
}
