using System.Diagnostics;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>
/// Operations per second with some number of them under way at any time, and what one costs the emulator's processor.
/// </summary>
internal sealed record Throughput(int Parallelism, double PerSecond, double EmulatorMicroseconds)
{
    private static readonly TimeSpan Duration = TimeSpan.FromSeconds(3);

    public static Task WarmUpAsync(ServerProcess emulator, Func<int, Task> operation) =>
        MeasureAsync(emulator, operation, parallelism: 8);

    public static async Task<IReadOnlyList<Throughput>> MeasureAsync(
        ServerProcess emulator, Func<int, Task> operation, IEnumerable<int> parallelisms)
    {
        var results = new List<Throughput>();
        foreach (var parallelism in parallelisms)
        {
            results.Add(await MeasureAsync(emulator, operation, parallelism));
        }

        return results;
    }

    private static async Task<Throughput> MeasureAsync(ServerProcess emulator, Func<int, Task> operation, int parallelism)
    {
        var start = Stopwatch.GetTimestamp();
        var processor = emulator.ProcessorTime;
        var number = 0;
        var workers = Enumerable.Range(0, parallelism).Select(_ => Task.Run(async () =>
        {
            while (Stopwatch.GetElapsedTime(start) < Duration)
            {
                await operation(Interlocked.Increment(ref number));
            }
        }));
        await Task.WhenAll(workers);

        var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        return new Throughput(parallelism, number / seconds, (emulator.ProcessorTime - processor).TotalMicroseconds / number);
    }
}
