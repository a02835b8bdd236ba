using System.Globalization;

namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>A process's name and the ticks that it has used: <c>/proc/PID/stat</c>.</summary>
internal readonly record struct ProcessTimes(int Id, string Name, long Ticks)
{
    // Counted behind the name, which may hold blanks and brackets itself.
    private const int UserColumn = 11;
    private const int SystemColumn = 12;

    public static ProcessTimes? Parse(string? stat)
    {
        var (open, close) = (stat?.IndexOf('(', StringComparison.Ordinal) ?? -1, stat?.LastIndexOf(')') ?? -1);
        if (open < 0 || close < open)
        {
            return null;
        }

        var words = stat![(close + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words.Length > SystemColumn
            ? new ProcessTimes(
                Number(stat[..open]), stat[(open + 1)..close], Count(words[UserColumn]) + Count(words[SystemColumn]))
            : null;
    }

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

    private static long Count(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
