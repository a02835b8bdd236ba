namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// The classes of latency that requests are counted in. Unlike a highest value, counts can be added up anywhere.
/// </summary>
internal static class UsageLatency
{
    /// <summary>The upper ends of all classes but the last, which has none, in ms.</summary>
    public static readonly int[] BoundsMs = [1, 5, 25, 100, 500, 2_500];

    private const int MicrosecondsPerMillisecond = 1_000;

    public static int Classes => BoundsMs.Length + 1;

    public static int ClassOf(long microseconds)
    {
        var index = 0;
        while (index < BoundsMs.Length && microseconds > (long)BoundsMs[index] * MicrosecondsPerMillisecond)
        {
            index++;
        }

        return index;
    }

    /// <summary>
    /// The end of the class that a quantile is in, in ms; null for the last class, and where there was no request.
    /// </summary>
    public static int? QuantileAtMostMs(long[] requests, double quantile)
    {
        var wanted = quantile * requests.Sum();
        var seen = 0L;
        for (var i = 0; i < BoundsMs.Length; i++)
        {
            seen += requests[i];
            if (seen > 0 && seen >= wanted)
            {
                return BoundsMs[i];
            }
        }

        return null;
    }
}
