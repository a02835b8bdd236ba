using System.Globalization;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.Usage.Benchmarks;

/// <summary>
/// Loads two gateways in turns, at a fixed rate: one counts into a store, the other does not. What else the machine does meets
/// both.
/// </summary>
internal static class LatencyRun
{
    private const double MaxRatio = 1.2;
    private const string Path = "/api/packages/1024";

    /// <returns>0 when all is as it must be, else 1.</returns>
    public static async Task<int> RunAsync(LatencyPlan plan, Store store)
    {
        await using var world = await World.StartAsync();
        await using var counting = await world.StartGatewayAsync(store);
        await using var silent = await world.StartGatewayAsync(Store.Off);
        var (with, without) = (new LatencyHistogram(), new LatencyHistogram());
        for (var round = 0; round <= plan.Rounds; round++)
        {
            // Who is first changes. The first round compiles, and is not counted.
            foreach (var isCounting in round % 2 == 0 ? (bool[])[true, false] : [false, true])
            {
                var latency = await LoadAsync(plan, world, (isCounting ? counting : silent).Address, round);
                if (round > 0)
                {
                    (isCounting ? with : without).Merge(latency);
                }
            }

            Console.Error.WriteLine($"Round {round} of {plan.Rounds}");
        }

        return Report(plan, store, with, without);
    }

    private static async Task<LatencyHistogram> LoadAsync(LatencyPlan plan, World world, Uri gateway, int round)
    {
        using var client = new HttpLoadClient(LatencyPlan.Connections, TimeSpan.FromSeconds(10), TimeProvider.System);
        PreparedRequest[] requests =
        [
            .. world.Keys.Select(key =>
                new PreparedRequest(HttpMethod.Get, new Uri(gateway, Path), [new(GatewayProcess.KeyHeader, key.Text)])),
        ];
        var next = 0;
        var seed = LatencyPlan.Seed + (ulong)round;
        var profile = new OpenLoopProfile(
            ArrivalSchedule.Constant(plan.Rate, plan.Duration, ArrivalSpacing.Poisson, seed), LatencyPlan.MaxInFlight, seed)
        {
            WarmUp = ArrivalSchedule.Constant(plan.Rate, LatencyPlan.WarmUp, ArrivalSpacing.Poisson, seed + 1),
        };
        var result = await new LoadRunner(TimeProvider.System).RunAsync(
            profile,
            (_, cancellationToken) => client.SendAsync(
                requests[(uint)Interlocked.Increment(ref next) % requests.Length], cancellationToken),
            new RunMonitor(),
            CancellationToken.None);
        return result.Latency.Failed == 0
            ? result.Latency.Successes
            : throw new InvalidOperationException($"{result.Failed} requests failed.");
    }

    private static int Report(LatencyPlan plan, Store store, LatencyHistogram with, LatencyHistogram without)
    {
        Console.WriteLine($"| usage | requests | p50 ms | p99 ms | p99.9 ms |\n|---|---:|---:|---:|---:|");
        Console.WriteLine(Row("off", without));
        Console.WriteLine(Row(store.Kind, with));
        var ratio = with.ValueAtPercentile(99.9) / (double)without.ValueAtPercentile(99.9);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"\np99.9 with usage is {ratio:0.00} times that without (at most {MaxRatio:0.0}), at {plan.Rate:N0} requests/s."));
        return ratio <= MaxRatio ? 0 : 1;
    }

    private static string Row(string name, LatencyHistogram latency) => string.Create(
        CultureInfo.InvariantCulture,
        $"| {name} | {latency.Count:N0} | {Ms(latency, 50):0.00} | {Ms(latency, 99):0.00} | {Ms(latency, 99.9):0.00} |");

    private static double Ms(LatencyHistogram latency, double percentile) => latency.ValueAtPercentile(percentile) / 1_000d;
}
