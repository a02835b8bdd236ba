using System.Text.Json.Nodes;
using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Lab.Caching;
using DroneDelivery.SampleData;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Caching;

public sealed class CachingJourneyTests
{
    // The server knows none of the routes, so that each request fails and does not end the iteration.
    [Fact(Timeout = 300_000)]
    public async Task Iteration_RequestsFail_SendsListItemsAndCreateASecondApart()
    {
        await using var server = await StubServer.StartAsync();
        var headers = new Dictionary<string, string>();
        server.BeforeAnswer = context =>
        {
            headers = context.Request.Headers.ToDictionary(
                header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase);
            return Task.CompletedTask;
        };
        using var client = new HttpLoadClient(connections: 1, TimeSpan.FromMinutes(5), TimeProvider.System);
        var clock = new ManualTimeProvider();
        var start = clock.GetTimestamp();
        var journey = new CachingJourney(client, new Uri(server.Address), new World(), "run", clock);
        var turn = new UserIteration(3, 0, WarmUp: false, new Random(1), new TraceContext(1, 2, 3, Sampled: true));

        var running = journey.IterationAsync(turn, TestContext.Current.CancellationToken).AsTask();
        while (!running.IsCompleted)
        {
            clock.Advance(clock.PendingTimers > 0 ? TimeSpan.FromSeconds(1) : TimeSpan.Zero);
            await Task.Yield();
        }

        var targets = server.Targets.ToList();
        Assert.Equal(404, (await running).StatusCode);
        Assert.Equal(9, targets.Count);
        Assert.StartsWith("/api/deliveries?ownerId=owner-", targets[0]);
        Assert.All(targets[1..8], target => Assert.StartsWith("/api/deliveries/d-", target));
        Assert.Equal(7, targets[1..8].Distinct().Count());
        Assert.Equal("/api/deliveries", targets[8]);
        Assert.Equal("run-3-0", headers["Idempotency-Key"]);
        Assert.Equal(turn.TraceParent, headers["traceparent"]);
        Assert.Equal(8, clock.GetElapsedTime(start).TotalSeconds);
    }

    /// <summary>A list that grows during the load would make each later measurement a heavier one.</summary>
    [Fact]
    public async Task Creates_OfManyIterations_AreForOwnersWhoseListsAreNotRead()
    {
        await using var server = await StubServer.StartAsync();
        var owners = new List<string>();
        server.BeforeAnswer = async context =>
        {
            var body = await JsonNode.ParseAsync(context.Request.Body);
            owners.Add((string)body!["ownerId"]!);
        };
        using var client = new HttpLoadClient(connections: 1, TimeSpan.FromSeconds(30), TimeProvider.System);
        var journey = new CachingJourney(client, new Uri(server.Address), new World(), "run", TimeProvider.System);

        for (var number = 0; number < 50; number++)
        {
            var turn = new UserIteration(0, number, WarmUp: false, new Random(number), new TraceContext(1, 2, 3, Sampled: true));
            await journey.CreateAsync(turn, TestContext.Current.CancellationToken);
        }

        Assert.Equal(50, owners.Count);
        Assert.InRange(owners.Distinct().Count(), 40, 50);
        Assert.DoesNotContain(owners, new World().OwnerIds.Take(100).Contains);
    }
}
