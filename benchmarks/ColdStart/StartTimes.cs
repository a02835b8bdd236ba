using System.Globalization;
using MathNet.Numerics.Statistics;

namespace DroneDelivery.ColdStart.Benchmarks;

/// <summary>The time from the start of a process until it listens and until it is ready, for each service on its own.</summary>
internal static class StartTimes
{
    private const double MaxListen = 1.0;
    private const double MaxReady = 2.5;

    /// <returns>Whether all medians are within their limits.</returns>
    public static async Task<bool> MeasureAsync(SystemUnderTest system, int rounds)
    {
        Console.WriteLine($"\n| Start, {rounds} times | listens, s: median (max) | ready, s: median (max) | CPU until ready, s |");
        Console.WriteLine("|---|---:|---:|---:|");
        var services = system.Services;
        var met = await MeasureAsync(new Services().Database, system, rounds);
        await system.StartDatabaseAsync();
        met &= await MeasureAsync(services.Package, system, rounds);
        met &= await MeasureAsync(services.DroneScheduler, system, rounds);
        met &= await MeasureAsync(services.Delivery, system, rounds);
        await using var package = await system.StartAsync(services.Package);
        await using var droneScheduler = await system.StartAsync(services.DroneScheduler);
        await using var delivery = await system.StartAsync(services.Delivery);
        met &= await MeasureAsync(services.Gateway, system, rounds);
        Console.WriteLine($"\nListens in under {MaxListen:0.0} s and is ready in under {MaxReady:0.0} s: {(met ? "met" : "missed")}.");
        return met;
    }

    private static async Task<bool> MeasureAsync(Service service, SystemUnderTest system, int rounds)
    {
        List<double> listens = [], ready = [], cpu = [];
        for (var round = 0; round < rounds; round++)
        {
            await using var started = await system.StartAsync(service);
            listens.Add(started.Listened.TotalSeconds);
            ready.Add(started.Ready.TotalSeconds);
            cpu.Add(started.Process.ProcessorTime.TotalSeconds);
        }

        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {service.Name} | {listens.Median():0.00} ({listens.Max():0.00}) "
            + $"| {ready.Median():0.00} ({ready.Max():0.00}) | {cpu.Median():0.00} |"));
        return listens.Median() < MaxListen && ready.Median() < MaxReady;
    }
}
