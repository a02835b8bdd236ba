using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.SampleData;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class LiveLoadSourceTests
{
    private static readonly ClosedLoopProfile Profile = new(
        [LoadStep.Hold(1, TimeSpan.FromSeconds(1))], ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, Seed: 1);

    private readonly ConcurrentQueue<string> _received = new();

    [Fact]
    public async Task WarmUpAsync_BeforeTheLoad_SendsRequestsThatAreInNoFigureAndNoTrace()
    {
        await using var server = await StartServerAsync();
        using var load = Create(server);

        var answered = await load.WarmUpAsync(users: 4, TestContext.Current.CancellationToken);

        // Users stop at the hundredth answer; on a busy machine they have sent more by then.
        Assert.True(answered >= 100, $"{answered} were answered");
        Assert.True(_received.Count >= answered, $"{_received.Count} were received");
        Assert.All(_received, traceParent => Assert.EndsWith("-00", traceParent));
        var figures = load.Read();
        Assert.Equal((0, 0, 0), (figures.Completed, figures.Failed, figures.AnswersPerSecond.Count));
    }

    [Fact]
    public async Task WarmUpAsync_Cancelled_Throws()
    {
        await using var server = await StartServerAsync();
        using var load = Create(server);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => load.WarmUpAsync(users: 4, new CancellationToken(canceled: true)));
    }

    private static LiveLoadSource Create(WebApplication server) =>
        new(new Uri(server.Urls.Single()), new World(), Profile, TimeProvider.System);

    private async Task<WebApplication> StartServerAsync()
    {
        var server = LoopbackServer.CreateBuilder(0).Build();
        server.Run(context =>
        {
            _received.Enqueue(context.Request.Headers["traceparent"].ToString());
            return context.Response.WriteAsync("{}");
        });
        await server.StartAsync(TestContext.Current.CancellationToken);
        return server;
    }
}
