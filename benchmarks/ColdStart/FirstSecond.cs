using System.Globalization;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.SampleData;
using MathNet.Numerics.Statistics;

namespace DroneDelivery.ColdStart.Benchmarks;

/// <summary>
/// Compares the first second of load on services that have just become ready with seconds of the same load on warm services.
/// </summary>
internal static class FirstSecond
{
    private const int Connections = 64;
    private const int Users = 16;
    private const int MaxInFlight = 2_000;
    private const double ShareOfCapacity = 0.5;
    private const double MaxRatio = 2;
    private const double MaxRefused = 0.01;

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan CapacityTime = TimeSpan.FromSeconds(5);

    /// <returns>Whether the first second is within its limits.</returns>
    public static async Task<bool> MeasureAsync(SystemUnderTest system, int rounds, TimeSpan warmUp)
    {
        PreparedRequest[] requests =
            [.. new World().OwnerIds.Select(owner => PreparedRequest.Get(system.Services.Invoice(owner)))];
        double rate;
        List<SecondFigures> warm = [], cold = [];
        await using (await system.StartServicesAsync())
        {
            var saturated = await LoadAsync(requests, new ClosedLoopProfile(
                [LoadStep.Hold(Users, CapacityTime)], ThinkTime.None, warmUp, Users, SimulatedRoundTrip.None, Seed: 1));
            rate = Math.Round(saturated.RequestsPerSecond * ShareOfCapacity);
            for (var round = 0; round < rounds; round++)
            {
                warm.Add(await LoadSecondAsync(requests, rate, round));
            }
        }

        for (var round = 0; round < rounds; round++)
        {
            await using var services = await system.StartServicesAsync();
            cold.Add(await LoadSecondAsync(requests, rate, round));
        }

        return Report(rate, warm, cold);
    }

    private static async Task<SecondFigures> LoadSecondAsync(PreparedRequest[] requests, double rate, int round)
    {
        var seed = (ulong)round + 1;
        var load = await LoadAsync(requests, new OpenLoopProfile(
            ArrivalSchedule.Constant(rate, Second, ArrivalSpacing.Poisson, seed), MaxInFlight, seed));
        var refused = load.FailuresByReason.GetValueOrDefault("HTTP 503") + load.FailuresByReason.GetValueOrDefault("HTTP 429");
        return new SecondFigures(
            load.Latency.Percentile(50).Milliseconds ?? double.PositiveInfinity,
            load.Latency.Percentile(99).Milliseconds ?? double.PositiveInfinity,
            (double)refused / load.Sent,
            (double)(load.Failed - refused + load.Dropped) / (load.Sent + load.Dropped));
    }

    private static async Task<LoadResult> LoadAsync(PreparedRequest[] requests, LoadProfile profile)
    {
        using var client = new HttpLoadClient(Connections, TimeSpan.FromSeconds(30), TimeProvider.System);
        var next = 0;
        return await new LoadRunner(TimeProvider.System).RunAsync(
            profile,
            (_, cancellationToken) => client.SendAsync(
                requests[(uint)Interlocked.Increment(ref next) % requests.Length], cancellationToken),
            new RunMonitor(),
            CancellationToken.None);
    }

    private static bool Report(double rate, List<SecondFigures> warm, List<SecondFigures> cold)
    {
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"\n| {rate:N0} invoices/s, half of the warm capacity "
            + $"| p50 ms | p99 ms: median (max) | refused: median (max) | failed |"));
        Console.WriteLine("|---|---:|---:|---:|---:|");
        Console.WriteLine(Row("a second, warm", warm));
        Console.WriteLine(Row("the first second", cold));
        var (ratio, refused) = (
            cold.Select(each => each.P99).Median() / warm.Select(each => each.P99).Median(),
            cold.Select(each => each.Refused).Median());
        var met = ratio <= MaxRatio && refused <= MaxRefused;
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"\np99 of the first second is {ratio:0.0} times the warm one (at most {MaxRatio}), {refused:P1} refused "
            + $"(at most {MaxRefused:P0}): {(met ? "met" : "missed")}."));
        return met;
    }

    private static string Row(string name, List<SecondFigures> seconds) => string.Create(
        CultureInfo.InvariantCulture,
        $"| {name} | {seconds.Select(each => each.P50).Median():0.0} "
        + $"| {seconds.Select(each => each.P99).Median():0.0} ({seconds.Max(each => each.P99):0.0}) "
        + $"| {seconds.Select(each => each.Refused).Median():P1} ({seconds.Max(each => each.Refused):P1}) "
        + $"| {seconds.Average(each => each.Failed):P1} |");
}

/// <param name="P50">In ms, of all requests, as <paramref name="P99"/>.</param>
/// <param name="Refused">The share of requests that were answered 503 or 429.</param>
/// <param name="Failed">The share of arrivals that failed otherwise, or were not sent.</param>
internal sealed record SecondFigures(double P50, double P99, double Refused, double Failed);
