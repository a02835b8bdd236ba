using System.Globalization;
using System.Text.RegularExpressions;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>
/// Dates and times as strings, always UTC: 2020-07-03, or with a time after T or a space, 2020-07-03T10:30:00.1234567; both with
/// or without Z. Source: the remarks of IS_DATETIME.
/// </summary>
internal static partial class IsoDateTime
{
    private const int FractionDigits = 7;

    public static string Format(DateTime time) =>
        time.ToString("yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'", CultureInfo.InvariantCulture);

    /// <summary>Null for a text that is no date.</summary>
    public static DateTime? Parse(string text)
    {
        var groups = Shape().Match(text).Groups;
        var fraction = groups[7].Value.PadRight(FractionDigits, '0');
        return groups[0].Success
            ? Create(Read(1), Read(2), Read(3), Read(4), Read(5), Read(6), ToInteger(fraction))
            : null;

        long Read(int group) => groups[group].Success ? ToInteger(groups[group].Value) : 0;
    }

    /// <summary>Null if there is no such date and time. The fraction counts units of 100 ns.</summary>
    public static DateTime? Create(long year, long month, long day, long hour, long minute, long second, long fraction)
    {
        var isDate = year is >= 1 and <= 9999 && month is >= 1 and <= 12
            && day >= 1 && day <= DateTime.DaysInMonth((int)year, (int)month);
        var isTime = hour is >= 0 and < 24 && minute is >= 0 and < 60 && second is >= 0 and < 60
            && fraction is >= 0 and < TimeSpan.TicksPerSecond;
        if (!isDate || !isTime)
        {
            return null;
        }

        var date = new DateTime((int)year, (int)month, (int)day, 0, 0, 0, DateTimeKind.Utc);
        return date.AddTicks((((((hour * 60) + minute) * 60) + second) * TimeSpan.TicksPerSecond) + fraction);
    }

    private static long ToInteger(string digits) => long.Parse(digits, NumberStyles.None, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"\A([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,7}))?)?Z?\z")]
    private static partial Regex Shape();
}
