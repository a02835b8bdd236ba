namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// The latency classes in which requests are counted. Unlike a maximum, counts of different times and gateways can be added.
/// </summary>
internal static class UsageLatency
{
    /// <summary>The inclusive upper bounds of all classes except the last, which has no upper bound, in ms.</summary>
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
    /// Returns the upper bound of the class that contains a quantile, in ms; null for the last class, or if there is no request.
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
