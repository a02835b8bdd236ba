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

    /// <summary>Counts a request, without a lock, unless the maximum number of requests of the day is reached.</summary>
    /// <returns>The number of requests that are left; -1 if the request is refused.</returns>
    public static long Take(ref long packed, long day, long most)
    {
        var seen = Volatile.Read(ref packed);
        while (true)
        {
            var count = CountOn(day, seen);
            if (count >= most)
            {
                return -1;
            }

            var current = Interlocked.CompareExchange(ref packed, Pack(day, count + 1), seen);
            if (current == seen)
            {
                return most - count - 1;
            }

            seen = current;
        }
    }
}
