using System.Globalization;

namespace DroneDelivery.LoadTests.Lab.Cpu;

/// <summary>A process's name, parent and CPU ticks: <c>/proc/PID/stat</c>.</summary>
/// <param name="Ticks">Of the process itself.</param>
/// <param name="EndedChildrenTicks">Of its child processes that have ended.</param>
internal readonly record struct ProcessTimes(int Id, string Name, int ParentId, long Ticks, long EndedChildrenTicks)
{
    // Counted after the name, which may hold blanks and brackets itself.
    private const int ParentColumn = 1;
    private const int UserColumn = 11;
    private const int SystemColumn = 12;
    private const int ChildrenUserColumn = 13;
    private const int ChildrenSystemColumn = 14;

    public static ProcessTimes? Parse(string? stat)
    {
        var (open, close) = (stat?.IndexOf('(', StringComparison.Ordinal) ?? -1, stat?.LastIndexOf(')') ?? -1);
        if (open < 0 || close < open)
        {
            return null;
        }

        var words = stat![(close + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words.Length > ChildrenSystemColumn
            ? new ProcessTimes(
                (int)Number(stat[..open]),
                stat[(open + 1)..close],
                (int)Number(words[ParentColumn]),
                Number(words[UserColumn]) + Number(words[SystemColumn]),
                Number(words[ChildrenUserColumn]) + Number(words[ChildrenSystemColumn]))
            : null;
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
