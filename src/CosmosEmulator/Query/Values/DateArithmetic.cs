namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>Sums, differences and parts of dates and times. What is before the year 1 or after 9999 is null.</summary>
internal static class DateArithmetic
{
    private const int NanosecondsPerTick = 100;
    private const int MonthsPerYear = 12;

    /// <summary>A day that the month does not have becomes its last. Parts of 100 ns are cut off.</summary>
    public static DateTime? Add(DateTime time, DateUnit unit, Int128 count) => unit switch
    {
        DateUnit.Year => AddMonths(time, count * MonthsPerYear),
        DateUnit.Month => AddMonths(time, count),
        _ => FromTicks(time.Ticks + (count * DateUnits.CountNanoseconds(unit) / NanosecondsPerTick)),
    };

    /// <summary>The boundaries of the unit between the two; null when that is no 64-bit integer.</summary>
    public static long? Subtract(DateTime end, DateTime start, DateUnit unit)
    {
        Int128 difference = unit switch
        {
            DateUnit.Year => end.Year - start.Year,
            DateUnit.Month => CountMonths(end) - CountMonths(start),
            _ => CountUnits(end, unit) - CountUnits(start, unit),
        };
        return difference >= long.MinValue && difference <= long.MaxValue ? (long)difference : null;
    }

    /// <summary>
    /// The latest time that is not after the given one and is a multiple of the size before or after the start. Null for a size
    /// below 100 ns, and for years and months.
    /// </summary>
    public static DateTime? Bin(DateTime time, DateUnit unit, long size, DateTime start)
    {
        var width = (Int128)size * DateUnits.CountNanoseconds(unit) / NanosecondsPerTick;
        if (width < 1)
        {
            return null;
        }

        var rest = (time.Ticks - start.Ticks) % width;
        return FromTicks(time.Ticks - (rest < 0 ? rest + width : rest));
    }

    /// <summary>What a clock shows for the unit. Units of less than a second count from the last full second.</summary>
    public static long ReadPart(DateTime time, DateUnit unit) => unit switch
    {
        DateUnit.Year => time.Year,
        DateUnit.Month => time.Month,
        DateUnit.Day => time.Day,
        DateUnit.Hour => time.Hour,
        DateUnit.Minute => time.Minute,
        DateUnit.Second => time.Second,
        _ => time.Ticks % TimeSpan.TicksPerSecond * NanosecondsPerTick / DateUnits.CountNanoseconds(unit),
    };

    /// <summary>Ticks are units of 100 ns from the start of the year 1.</summary>
    public static DateTime? FromTicks(Int128 ticks) =>
        ticks >= 0 && ticks <= DateTime.MaxValue.Ticks ? new DateTime((long)ticks, DateTimeKind.Utc) : null;

    private static DateTime? AddMonths(DateTime time, Int128 months)
    {
        var month = CountMonths(time) + months;
        var isInRange = month >= MonthsPerYear && month < (DateTime.MaxValue.Year + 1) * MonthsPerYear;
        return isInRange ? time.AddMonths((int)months) : null;
    }

    private static int CountMonths(DateTime time) => (time.Year * MonthsPerYear) + time.Month - 1;

    private static Int128 CountUnits(DateTime time, DateUnit unit) =>
        (Int128)time.Ticks * NanosecondsPerTick / DateUnits.CountNanoseconds(unit);
}
