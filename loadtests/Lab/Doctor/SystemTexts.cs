namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>Parses files of <c>/proc</c> and <c>/sys</c>. Results are null if a file is missing or has another format.</summary>
internal static class SystemTexts
{
    /// <summary>The soft limit in <c>/proc/self/limits</c>; <see cref="long.MaxValue"/> without a limit.</summary>
    public static long? OpenFiles(string? limits)
    {
        var line = limits?.Split('\n').FirstOrDefault(each => each.StartsWith("Max open files", StringComparison.Ordinal));
        return Words(line) is [_, _, _, var soft, ..] ? (soft == "unlimited" ? long.MaxValue : Number(soft)) : null;
    }

    /// <summary>The open files of all processes and their limit, by <c>/proc/sys/fs/file-nr</c>.</summary>
    public static (long Used, long Max)? SystemFiles(string? counts) =>
        Words(counts) is [var used, _, var max] && Number(used) is { } open && Number(max) is { } limit ? (open, limit) : null;

    /// <summary>The number of ports for connections, from <c>/proc/sys/net/ipv4/ip_local_port_range</c>.</summary>
    public static long? Ports(string? range) =>
        Words(range) is [var first, var last] && Number(first) is { } from && Number(last) is { } to && to >= from
            ? to - from + 1
            : null;

    /// <summary>Connections in TIME_WAIT, by <c>/proc/net/sockstat</c>.</summary>
    public static long? TimeWait(string? sockets)
    {
        var words = Words(sockets?.Split('\n').FirstOrDefault(line => line.StartsWith("TCP:", StringComparison.Ordinal)));
        var at = Array.IndexOf(words, "tw");
        return at >= 0 && at + 1 < words.Length ? Number(words[at + 1]) : null;
    }

    /// <summary>The load average of the last minute, by <c>/proc/loadavg</c>.</summary>
    public static double? LoadAverage(string? text) =>
        Words(text) is [var minute, ..]
        && double.TryParse(minute, NumberStyles.Float, null, out var load) ? load : null;

    /// <summary>The first processor's <c>model name</c> in <c>/proc/cpuinfo</c>.</summary>
    public static string? CpuModel(string? processors) => processors?.Split('\n')
        .Where(line => line.StartsWith("model name", StringComparison.Ordinal))
        .Select(line => line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim())
        .FirstOrDefault(model => model.Length > 0);

    /// <summary>Cores that a container may use, by <c>cpu.max</c> of cgroup v2; infinite without a limit.</summary>
    public static double? Quota(string? max) => Words(max) switch
    {
        ["max" or "-1", ..] => double.PositiveInfinity,
        [var quota, var period] when Number(quota) is { } allowed && Number(period) is > 0 and { } every =>
            (double)allowed / every,
        _ => null,
    };

    /// <summary>The same for cgroup v1, which has a file for each number; -1 is no limit.</summary>
    public static double? Quota(string? quota, string? period) => Quota($"{quota} {period}");

    private static string[] Words(string? text) => text?.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) ?? [];

    /// <summary>A file with one number.</summary>
    public static long? Number(string? text) =>
        long.TryParse(text, out var number) ? number : null;
}
