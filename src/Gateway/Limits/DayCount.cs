namespace DroneDelivery.Gateway.Limits;

/// <summary>Counts the requests of a day in one number: the day above, the requests in the lower 40 bits.</summary>
internal static class DayCount
{
    private const int Bits = 40;
    private const long Mask = (1L << Bits) - 1;

    /// <summary>Days since 1970, UTC.</summary>
    public static long DayOf(DateTimeOffset now) => (now - DateTimeOffset.UnixEpoch).Days;

    public static TimeSpan UntilMidnight(DateTimeOffset now) =>
        TimeSpan.FromTicks(TimeSpan.TicksPerDay - (now.UtcTicks % TimeSpan.TicksPerDay));

    public static long Pack(long day, long count) => (day << Bits) | Math.Min(count, Mask);

    public static long CountOn(long day, long packed) => packed >> Bits == day ? packed & Mask : 0;

    /// <summary>Counts a request, without a lock, unless as many as may come have come.</summary>
    /// <returns>How many are left; -1 when it was refused.</returns>
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
