using System.Diagnostics;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>
/// Median time of a fan-out over few and over many documents, measured in turns so that both meet the same machine.
/// </summary>
internal sealed record Growth(double SmallMicroseconds, double LargeMicroseconds)
{
    private const int Rounds = 2000;

    public double Ratio => LargeMicroseconds / SmallMicroseconds;

    public static async Task<Growth> MeasureAsync(Workloads load)
    {
        var small = new double[Rounds];
        var large = new double[Rounds];
        for (var i = 0; i < Rounds; i++)
        {
            small[i] = await TimeAsync(load.FanOutSmallAsync, i);
            large[i] = await TimeAsync(load.FanOutAsync, i);
        }

        return new Growth(Median(small), Median(large));
    }

    private static async Task<double> TimeAsync(Func<int, Task> operation, int number)
    {
        var start = Stopwatch.GetTimestamp();
        await operation(number);
        return Stopwatch.GetElapsedTime(start).TotalMicroseconds;
    }

    private static double Median(double[] values)
    {
        Array.Sort(values);
        return values[values.Length / 2];
    }
}
