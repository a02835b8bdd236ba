using System.Runtime.CompilerServices;

namespace DroneDelivery.ServiceDefaults.Faults;

/// <summary>
/// Burns an amount of CPU, not of time: where threads share a core a burn takes longer, as real work does. A loop until a point
/// in time would get done beside any number of others.
/// </summary>
internal sealed class CpuBurner(TimeProvider time)
{
    private const int Trials = 40;
    private const int RoundsOfATrial = 100_000;

    private readonly double _roundsPerMs = Calibrate(time);

    public void Burn(double milliseconds) => Work((long)(milliseconds * _roundsPerMs));

    /// <summary>By the fastest of many short trials: one that nothing interrupted.</summary>
    private static double Calibrate(TimeProvider time)
    {
        var fastest = TimeSpan.MaxValue;
        for (var i = 0; i < Trials; i++)
        {
            var start = time.GetTimestamp();
            Work(RoundsOfATrial);
            var taken = time.GetElapsedTime(start);
            fastest = taken < fastest ? taken : fastest;
        }

        return RoundsOfATrial / fastest.TotalMilliseconds;
    }

    // Fully compiled at once, so that a round costs the same in the trials and ever after.
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
