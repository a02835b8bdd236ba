using System.Globalization;
using System.Text;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>
/// Writes a date and time by a format such as yyyy-MM-dd HH:mm:ss.fff. A backslash makes the next character stand for itself, as
/// characters do that are no specifier.
/// </summary>
internal static class DateFormat
{
    private const string Specifiers = "dfFhHmMsty";

    /// <summary>Null for a format with a specifier that is repeated more often than it may be, such as MMM.</summary>
    public static string? Write(DateTime time, string format)
    {
        var text = new StringBuilder();
        for (var index = 0; index < format.Length;)
        {
            var letter = format[index];
            if (letter == '\\')
            {
                text.Append(format.AsSpan(index + 1, Math.Min(1, format.Length - index - 1)));
                index += 2;
                continue;
            }

            var count = CountRepeats(format, index);
            if ((Specifiers.Contains(letter) ? WritePart(time, letter, count) : new string(letter, count)) is not { } part)
            {
                return null;
            }

            text.Append(part);
            index += count;
        }

        return text.ToString();
    }

    private static int CountRepeats(string format, int index)
    {
        var others = format.AsSpan(index).IndexOfAnyExcept(format[index]);
        return others < 0 ? format.Length - index : others;
    }

    // The documentation has examples and no list: these are the specifiers of Kusto's format_datetime [inferred]. F leaves out
    // the zeros at the end of the fraction, but not the point before it.
    private static string? WritePart(DateTime time, char specifier, int count) => (specifier, count) switch
    {
        ('y', 1 or 2) => Pad(time.Year % 100, count),
        ('y', 4) => Pad(time.Year, count),
        ('M', 1 or 2) => Pad(time.Month, count),
        ('d', 1 or 2) => Pad(time.Day, count),
        ('H', 1 or 2) => Pad(time.Hour, count),
        ('h', 1 or 2) => Pad(((time.Hour + 11) % 12) + 1, count),
        ('m', 1 or 2) => Pad(time.Minute, count),
        ('s', 1 or 2) => Pad(time.Second, count),
        ('f', <= 7) => Pad((int)(time.Ticks % TimeSpan.TicksPerSecond), 7)[..count],
        ('F', <= 7) => Pad((int)(time.Ticks % TimeSpan.TicksPerSecond), 7)[..count].TrimEnd('0'),
        ('t', 2) => time.Hour < 12 ? "AM" : "PM",
        _ => null,
    };

    private static string Pad(int value, int digits) => value.ToString(CultureInfo.InvariantCulture).PadLeft(digits, '0');
}
