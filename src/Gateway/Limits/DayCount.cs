namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// Packs a day and its number of requests into one number: the day in the upper bits, the requests in the lower 40 bits.
/// </summary>
internal static class DayCount
{
    private const int Bits = 40;
    private const long Mask = (1L << Bits) - 1;

    /// <summary>Returns the number of days since 1970-01-01, UTC.</summary>
    public static long DayOf(DateTimeOffset now) => (now - DateTimeOffset.UnixEpoch).Days;

    public static TimeSpan UntilMidnight(DateTimeOffset now) =>
        TimeSpan.FromTicks(TimeSpan.TicksPerDay - (now.UtcTicks % TimeSpan.TicksPerDay));

    public static long Pack(long day, long count) => (day << Bits) | Math.Min(count, Mask);

    public static long CountOn(long day, long packed) => packed >> Bits == day ? packed & Mask : 0;

    /// <summary>Counts requests, without a lock, unless the maximum of the day would be exceeded.</summary>
    /// <returns>The number of requests that are left; -1 if the maximum would be exceeded.</returns>
    public static long Take(ref long packed, long day, long max, long requests)
    {
        var seen = Volatile.Read(ref packed);
        while (true)
        {
            var count = CountOn(day, seen) + requests;
            if (count > max)
            {
                return -1;
            }

            var current = Interlocked.CompareExchange(ref packed, Pack(day, count), seen);
            if (current == seen)
            {
                return max - count;
            }

            seen = current;
        }
    }

    /// <summary>Subtracts requests that were counted on the day.</summary>
    public static void Return(ref long packed, long day, long requests)
    {
        var seen = Volatile.Read(ref packed);
        while (CountOn(day, seen) >= requests)
        {
            var current = Interlocked.CompareExchange(ref packed, seen - requests, seen);
            if (current == seen)
            {
                return;
            }

            seen = current;
        }
    }
}
