using System.Net;
using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>The HTTP client that a runner's trials share.</summary>
public sealed class TrialClientTests
{
    private const int Requests = 3;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);
    private static readonly PlannedTrial Plan = new(TrialPurpose.Doubling, Rate: 100, Seconds: 0.5, SettlingSeconds: 1);

    /// <summary>The server answers none of the requests before all of them are there.</summary>
    [Fact]
    public async Task RunAsync_RequestsAtTheSameTime_HaveConnectionsOfTheirOwn()
    {
        var log = new ConnectionLog();
        await using var server = await StartAsync(log);
        await using var target = new StubTarget(() => default);
        using var runner = new TrialRunner(target, LoadVariant.Usual, TimeSpan.FromSeconds(1), new ManualTimeProvider());
        await runner.RunAsync(Plan, new CancellationToken(canceled: true));
        var request = PreparedRequest.Get(new Uri(server.Urls.First()));

        var outcomes = await Task.WhenAll(Enumerable.Range(0, Requests).Select(
            _ => target.Client!.SendAsync(request, TestContext.Current.CancellationToken).AsTask()))
            .WaitAsync(Patience, TestContext.Current.CancellationToken);

        Assert.All(outcomes, outcome => Assert.Equal(200, outcome.StatusCode));
        Assert.Equal(Requests, log.Accepted);
    }

    private static async Task<WebApplication> StartAsync(ConnectionLog log)
    {
        var (waiting, all) = (0, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Use(log.Count)));
        var app = builder.Build();
        app.MapGet("/", async () =>
        {
            if (Interlocked.Increment(ref waiting) == Requests)
            {
                all.SetResult();
            }

            await all.Task;
        });
        await app.StartAsync(TestContext.Current.CancellationToken);
        return app;
    }
}
