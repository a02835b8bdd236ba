using System.Globalization;

namespace DroneDelivery.LoadTests.Lab.Cpu;

/// <summary>What all cores together did since the system started, in ticks: the first line of <c>/proc/stat</c>.</summary>
internal readonly record struct CpuTimes(long Total, long Idle, long Steal)
{
    private const string Source = "/proc/stat";
    private const int IdleColumn = 3;
    private const int WaitColumn = 4;
    private const int StealColumn = 7;

    /// <summary>Guest times are part of user times and are not added again.</summary>
    private const int Columns = 8;

    /// <summary>Null where the operating system does not have the file.</summary>
    public static CpuTimes? Now() => File.Exists(Source) ? Parse(File.ReadAllText(Source)) : null;

    public static CpuTimes? Parse(string? stat)
    {
        var words = stat?.Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        if (words.Length <= Columns || words[0] != "cpu")
        {
            return null;
        }

        long[] ticks = [.. words.Skip(1).Take(Columns).Select(word => long.Parse(word, CultureInfo.InvariantCulture))];
        return new CpuTimes(ticks.Sum(), ticks[IdleColumn] + ticks[WaitColumn], ticks[StealColumn]);
    }

    /// <summary>Of all processes, also of those that started and ended between two readings.</summary>
    public long Used => Total - Idle - Steal;

    public CpuTimes Since(CpuTimes earlier) => new(Total - earlier.Total, Idle - earlier.Idle, Steal - earlier.Steal);
}
