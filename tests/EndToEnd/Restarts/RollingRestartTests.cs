using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>Three instances of Delivery are stopped and replaced in turn, during an open loop of 200 requests/s.</summary>
public sealed class RollingRestartTests
{
    private const int Instances = 3;
    private const double RequestsPerSecond = 200;

    /// <summary>One request of so many is for an invoice, which reads the database; the others read a summary in memory.</summary>
    private const int RequestsPerInvoice = 20;

    private const int RequestsInShare = 300;

    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(9);

    private volatile SemaphoreSlim _answers = new(0);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>In a list, an instance comes back at its address; behind a name, its replacement has a new one.</summary>
    [Theory(Timeout = 600_000)]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Instances_StoppedAndReplacedInTurnUnderLoad_NoRequestFails(bool byName)
    {
        await using var system = await RestartableSystem.StartAsync(Instances, byName, "--shedding", "none");
        using var client = new HttpLoadClient(connections: 200, TimeSpan.FromMinutes(5), TimeProvider.System);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var monitor = new RunMonitor();
        var load = RunLoadAsync(client, system.Gateway, monitor, end.Token);

        List<int> running = [.. Enumerable.Range(1, Instances)];
        for (var instance = 1; instance <= Instances; instance++)
        {
            var replacement = byName ? instance + Instances : instance;
            await system.StopDeliveryAsync(instance);
            await system.StartDeliveryAsync(replacement);
            running = [.. running.Where(other => other != instance), replacement];
            await WaitForShareAsync(system, replacement, running, load);
        }

        Assert.False(load.IsCompleted, "The load ended before all instances were replaced.");
        await end.CancelAsync();
        var result = await load;

        TestContext.Current.TestOutputHelper!.WriteLine($"{result.Sent} requests in {result.Elapsed.TotalSeconds:0.0} s");
        Assert.Empty(result.FailuresByReason);
        Assert.True(result.Completed > 0, $"{result.Completed} requests were answered");
    }

    /// <summary>Returns once an instance gets at least half as many requests as if all got the same number.</summary>
    private async Task WaitForShareAsync(RestartableSystem system, int instance, List<int> running, Task load)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (true)
        {
            // Only answers from now on count.
            var answers = _answers = new SemaphoreSlim(0);
            var before = await CountAsync();
            for (var i = 0; i < RequestsInShare && !load.IsCompleted; i++)
            {
                await Task.WhenAny(answers.WaitAsync(Cancelled), load);
            }

            var now = await CountAsync();
            var (all, own) = (now.All - before.All, now.Own - before.Own);
            Assert.False(load.IsCompleted, $"Instance {instance} got {own} of {all} requests when the load ended.");
            if (own * 2 * running.Count >= all)
            {
                // How soon depends on the machine too. BackendNameTests asserts at most 10 s of the gateway's clock.
                TestContext.Current.TestOutputHelper!.WriteLine(FormattableString.Invariant(
                    $"instance {instance} got {own} of {all} requests {TimeProvider.System.GetElapsedTime(start).TotalSeconds:0.0} s after it was ready"));
                return;
            }
        }

        async Task<(long Own, long All)> CountAsync()
        {
            var counts = await Task.WhenAll(running.Select(system.CountRequestsAsync));
            return (counts[running.IndexOf(instance)], counts.Sum());
        }
    }

    private Task<LoadResult> RunLoadAsync(
        HttpLoadClient client, Uri gateway, RunMonitor monitor, CancellationToken cancellationToken)
    {
        const string Month = "year=2025&month=6";
        PreparedRequest[] requests =
        [
            new(HttpMethod.Get, new Uri(gateway, $"/api/invoices/owner-0001?{Month}"), []),
            .. Enumerable.Repeat(
                new PreparedRequest(HttpMethod.Get, new Uri(gateway, $"/api/deliveries/summary?ownerId=owner-0001&{Month}"), []),
                RequestsPerInvoice - 1),
        ];
        var arrivals = ArrivalSchedule.Constant(RequestsPerSecond, Longest, ArrivalSpacing.Even, seed: 1);
        return new LoadRunner(TimeProvider.System) { Observe = _ => _answers.Release() }.RunAsync(
            new OpenLoopProfile(arrivals, MaxInFlight: 10_000, Seed: 1),
            (iteration, cutOff) => client.SendAsync(requests[iteration.User % RequestsPerInvoice], cutOff),
            monitor,
            cancellationToken);
    }
}
