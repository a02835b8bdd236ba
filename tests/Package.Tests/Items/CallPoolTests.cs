using System.Net;
using DroneDelivery.Package.Items;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Package.Tests.Items;

/// <summary>Requests while others, which wait for the database, hold all slots of the pool.</summary>
[Collection(ItemsApp.Collection)]
public sealed class CallPoolTests
{
    private const string List = "/items?ownerId=owner-0001";
    private const string Seal = "/items/a/seal";
    private const int PoolSize = 2;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory(Timeout = 300_000)]
    [InlineData(ItemOptions.Sync)]
    [InlineData(ItemOptions.Unlimited)]
    public async Task Request_NoPool_NeedsNoSlot(string calls)
    {
        await using var app = await ItemsApp.StartAsync(calls, poolSize: 1);
        var client = app.CreateClient();
        var gate = app.CloseDatabase();
        var first = client.GetAsync(List, Cancelled);

        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(Seal, Cancelled)).StatusCode);
        Assert.False(first.IsCompleted);
        gate.SetResult();
        Assert.Equal(HttpStatusCode.OK, (await first).StatusCode);
    }

    [Fact(Timeout = 300_000)]
    public async Task Pool_IsFull_RequestWaitsForASlotAndMetricsSayHowLong()
    {
        await using var app = await ItemsApp.StartAsync(ItemOptions.Pool, PoolSize);
        var (client, gate, held) = await FillPoolAsync(app);

        var waiting = client.GetAsync(Seal, Cancelled);
        await WaitForMetricAsync(client, "queued_requests", 1);

        Assert.False(waiting.IsCompleted);
        gate.SetResult();
        Assert.All([.. await held, await waiting], response => Assert.Equal(HttpStatusCode.OK, response.StatusCode));
        await WaitForMetricAsync(client, "request_time_in_queue_seconds_count", 1);
    }

    [Fact(Timeout = 300_000)]
    public async Task Pool_ClientLeavesWhileItWaits_TakesNoSlot()
    {
        await using var app = await ItemsApp.StartAsync(ItemOptions.Pool, PoolSize);
        var (client, gate, held) = await FillPoolAsync(app);
        using var leaving = new CancellationTokenSource();
        var waiting = client.GetAsync(Seal, leaving.Token);
        await WaitForMetricAsync(client, "queued_requests", 1);

        await leaving.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        await WaitForMetricAsync(client, "queued_requests", 0);
        gate.SetResult();
        await held;
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(Seal, Cancelled)).StatusCode);
    }

    [Fact(Timeout = 300_000)]
    public async Task PoolThatRefuses_IsFull_Is503WithTheReasonUntilASlotIsFree()
    {
        await using var app = await ItemsApp.StartAsync(ItemOptions.Refuse, PoolSize);
        var (client, gate, held) = await FillPoolAsync(app);

        var refused = await client.GetAsync(Seal, Cancelled);

        var problem = await HttpProblem.ReadAsync(refused, HttpStatusCode.ServiceUnavailable);
        Assert.Equal("The pool is full: 2 requests are in progress.", problem.Detail);
        gate.SetResult();
        await held;
        await WaitForMetricAsync(client, "active_request_leases", 0);
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(Seal, Cancelled)).StatusCode);
    }

    [Theory]
    [InlineData("fast", 100, "--items must be off, sync, pool, refuse or unlimited, not \"fast\".")]
    [InlineData(ItemOptions.Pool, 0, "--items-pool must be from 1 to 10000, not 0.")]
    public void Options_BadValue_AreRefusedInTheWordsOfTheCommandLine(string calls, int places, string expected)
    {
        var result = new ItemOptionsValidator().Validate(null, new ItemOptions { Calls = calls, PoolSize = places });

        Assert.Contains(expected, Assert.Single(result.Failures!), StringComparison.Ordinal);
    }

    private static async Task<(HttpClient Client, TaskCompletionSource Gate, Task<HttpResponseMessage[]> Held)> FillPoolAsync(
        ItemsApp app)
    {
        var client = app.CreateClient();
        var gate = app.CloseDatabase();
        var held = Task.WhenAll(Enumerable.Range(0, PoolSize).Select(_ => client.GetAsync(List, Cancelled)));
        await WaitForMetricAsync(client, "active_request_leases", PoolSize);
        return (client, gate, held);
    }

    private static async Task WaitForMetricAsync(HttpClient client, string name, int value)
    {
        string[] lines;
        do
        {
            await Task.Yield();
            lines = (await client.GetStringAsync("/metrics", Cancelled)).Split('\n');
        }
        while (!lines.Any(line => line.StartsWith($"aspnetcore_rate_limiting_{name}{{", StringComparison.Ordinal)
            && line.EndsWith($" {value}", StringComparison.Ordinal)));
    }
}
