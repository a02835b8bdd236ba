using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Tests.Cosmos;

/// <summary>Answers whatever it is asked with the next of its prepared answers, over a real socket.</summary>
internal sealed class FakeDatabase(WebApplication app) : IAsyncDisposable
{
    /// <summary>The least that the SDK takes for an account.</summary>
    private const string Account = """
        {"id":"fake","_rid":"fake","_self":"","writableLocations":[{"name":"here","databaseAccountEndpoint":"http://127.0.0.1/"}],
        "readableLocations":[{"name":"here","databaseAccountEndpoint":"http://127.0.0.1/"}],"enableMultipleWriteLocations":false,
        "userConsistencyPolicy":{"defaultConsistencyLevel":"Session"},"queryEngineConfiguration":"{}"}
        """;

    private readonly ConcurrentQueue<(int Status, (string Name, string Value)[] Headers)> _answers = new();
    private readonly Lock _gate = new();
    private int _underWay;

    public Uri Address { get; private set; } = new("http://127.0.0.1");

    public ConcurrentQueue<string> TraceParents { get; } = new();

    /// <summary>Answers "GET /" as an account does, and with status 200 this body; for the SDK, which reads both.</summary>
    public string? SdkBody { get; set; }

    /// <summary>Holds the prepared answers back until this has ended.</summary>
    public Task Hold { get; set; } = Task.CompletedTask;

    public int UnderWay
    {
        get
        {
            lock (_gate)
            {
                return _underWay;
            }
        }
    }

    public int MaxUnderWay { get; private set; }

    public static async Task<FakeDatabase> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var database = new FakeDatabase(builder.Build());
        await database.StartAppAsync();
        return database;
    }

    public void Answer(int status, params (string Name, string Value)[] headers) => _answers.Enqueue((status, headers));

    public ValueTask DisposeAsync() => app.DisposeAsync();

    private async Task StartAppAsync()
    {
        app.Run(async context =>
        {
            if (SdkBody is not null && context.Request.Path == "/")
            {
                await context.Response.WriteAsync(Account);
                return;
            }

            await HoldAsync(context.RequestAborted);
            TraceParents.Enqueue(context.Request.Headers["traceparent"].ToString());
            Assert.True(_answers.TryDequeue(out var answer));
            context.Response.StatusCode = answer.Status;
            foreach (var (name, value) in answer.Headers)
            {
                context.Response.Headers[name] = value;
            }

            if (SdkBody is not null && answer.Status == 200)
            {
                await context.Response.WriteAsync(SdkBody);
            }
        });
        await app.StartAsync(TestContext.Current.CancellationToken);
        Address = new Uri(app.Urls.First());
    }

    private async Task HoldAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            MaxUnderWay = Math.Max(MaxUnderWay, ++_underWay);
        }

        try
        {
            await Hold.WaitAsync(cancellationToken);
        }
        finally
        {
            lock (_gate)
            {
                _underWay--;
            }
        }
    }
}
