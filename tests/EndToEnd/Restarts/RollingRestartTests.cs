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

    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(9);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 600_000)]
    public async Task Instances_StoppedAndReplacedInTurnUnderLoad_NoRequestFails()
    {
        await using var system = await RestartableSystem.StartAsync(Instances, "--shedding", "none");
        using var client = new HttpLoadClient(connections: 200, TimeSpan.FromMinutes(5), TimeProvider.System);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var monitor = new RunMonitor();
        var load = RunLoadAsync(client, system.Gateway, monitor, end.Token);

        for (var instance = 0; instance < Instances; instance++)
        {
            await system.StopDeliveryAsync(instance);
            await system.StartDeliveryAsync(instance);
        }

        Assert.False(load.IsCompleted, "The load ended before all instances were replaced.");
        await end.CancelAsync();
        var result = await load;

        TestContext.Current.TestOutputHelper!.WriteLine($"{result.Sent} requests in {result.Elapsed.TotalSeconds:0.0} s");
        Assert.Empty(result.FailuresByReason);
        Assert.True(result.Completed > 0, $"{result.Completed} requests were answered");
    }

    private static Task<LoadResult> RunLoadAsync(
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
        return new LoadRunner(TimeProvider.System).RunAsync(
            new OpenLoopProfile(arrivals, MaxInFlight: 10_000, Seed: 1),
            (iteration, cutOff) => client.SendAsync(requests[iteration.User % RequestsPerInvoice], cutOff),
            monitor,
            cancellationToken);
    }
}
