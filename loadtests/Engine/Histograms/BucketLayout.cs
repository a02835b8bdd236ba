using System.Numerics;

namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>
/// Maps values to buckets. Values below 2,048 have a bucket each; every octave above is divided into 1,024 equal buckets. So a
/// bucket is never wider than 1/1,024 of its values, and its middle never further than 1/2,048 (0.05 %) from any of them.
/// </summary>
internal static class BucketLayout
{
    public const int PerOctave = 1 << OctaveBits;

    /// <summary>About 71 minutes in microseconds.</summary>
    public const long HighestValue = (1L << 32) - 1;

    public const int Count = (32 - OctaveBits + 1) * PerOctave;

    private const int OctaveBits = 10;

    public static int IndexOf(long value)
    {
        var shift = Math.Max(0, BitOperations.Log2((ulong)value) - OctaveBits);
        return (shift * PerOctave) + (int)(value >> shift);
    }

    public static long LowerBound(int index)
    {
        var shift = Shift(index);
        return (long)(index - (shift * PerOctave)) << shift;
    }

    public static long Width(int index) => 1L << Shift(index);

    public static long Middle(int index) => LowerBound(index) + (Width(index) / 2);

    private static int Shift(int index) => Math.Max(0, (index / PerOctave) - 1);
}

/// <summary>The values from <paramref name="From"/> (included) to <paramref name="To"/> (excluded), in microseconds.</summary>
public readonly record struct HistogramBucket(long From, long To, long Count);
