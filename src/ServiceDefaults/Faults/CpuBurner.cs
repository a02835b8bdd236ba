using System.Runtime.CompilerServices;

namespace DroneDelivery.ServiceDefaults.Faults;

/// <summary>
/// Uses an amount of CPU time, not of elapsed time: it takes longer where threads share a core, as real work does. A loop until a
/// point in time would end at that time on any number of threads.
/// </summary>
internal sealed class CpuBurner(TimeProvider time)
{
    private const int Trials = 40;
    private const int RoundsPerTrial = 100_000;

    private readonly double _roundsPerMs = Calibrate(time);

    public void Burn(double milliseconds) => Work((long)(milliseconds * _roundsPerMs));

    /// <summary>Takes the fastest of many short trials: one that was not interrupted.</summary>
    private static double Calibrate(TimeProvider time)
    {
        var fastest = TimeSpan.MaxValue;
        for (var i = 0; i < Trials; i++)
        {
            var start = time.GetTimestamp();
            Work(RoundsPerTrial);
            var taken = time.GetElapsedTime(start);
            fastest = taken < fastest ? taken : fastest;
        }

        return RoundsPerTrial / fastest.TotalMilliseconds;
    }

    // Fully optimized at the first call, so that a round costs the same in the trials and later.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static uint Work(long rounds)
    {
        var state = 2463534242u;
        for (var i = 0L; i < rounds; i++)
        {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
        }

        return state;
    }
}
