namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>Parses files of <c>/proc</c> and <c>/sys</c>. Results are null if a file is missing or has another format.</summary>
internal static class SystemTexts
{
    public const string PortRangeFile = "/proc/sys/net/ipv4/ip_local_port_range";
    public const string SocketsFile = "/proc/net/sockstat";
    public const string TimeWaitReuseFile = "/proc/sys/net/ipv4/tcp_tw_reuse";

    /// <summary>The soft limit of open files in <c>/proc/PID/limits</c>; <see cref="long.MaxValue"/> without a limit.</summary>
    public static long? OpenFiles(string? limits) => SoftLimit(limits, "Max open files");

    /// <summary>The same of threads, those of all processes of the user together.</summary>
    public static long? Threads(string? limits) => SoftLimit(limits, "Max processes");

    /// <summary>The processors that a process may use, by <c>/proc/PID/status</c>: of <c>0-3,8</c> five.</summary>
    public static long? Processors(string? status) => Words(Line(status, "Cpus_allowed_list:")) is [_, var list]
        ? list.Split(',').Sum(range => range.Split('-') is [var first, var last] ? Number(last) - Number(first) + 1 : 1)
        : null;

    /// <summary>The memory of the machine, by <c>/proc/meminfo</c>, in bytes.</summary>
    public static long? Memory(string? memory) =>
        Words(Line(memory, "MemTotal:")) is [_, var kibibytes, ..] ? Number(kibibytes) * 1_024 : null;

    /// <summary>
    /// The paths of a controller's limits from the group of a process, by <c>/proc/PID/cgroup</c>, up to the root: those of
    /// cgroup v1 if the controller has a hierarchy of its own, otherwise those of v2. A container may show only its own part.
    /// </summary>
    public static IEnumerable<string> GroupFiles(string? groups, string controller, string fileOfV1, string fileOfV2)
    {
        string[][] lines = [.. (groups?.Split('\n') ?? []).Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3)];
        var (root, file, group) = Array.Find(lines, parts => parts[1].Split(',').Contains(controller)) is { } own
            ? ($"/sys/fs/cgroup/{controller}", fileOfV1, own[2])
            : ("/sys/fs/cgroup", fileOfV2, Array.Find(lines, parts => parts[1] == "")?[2] ?? "");
        for (var path = group.TrimEnd('/'); path.Length > 0; path = path[..path.LastIndexOf('/')])
        {
            yield return $"{root}{path}/{file}";
        }

        yield return $"{root}/{file}";
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
        var words = Words(Line(sockets, "TCP:"));
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

    private static long? SoftLimit(string? limits, string name) => Words(Line(limits, name)?[name.Length..]) switch
    {
        ["unlimited", ..] => long.MaxValue,
        [var soft, ..] => Number(soft),
        _ => null,
    };

    private static string? Line(string? text, string start) =>
        text?.Split('\n').FirstOrDefault(line => line.StartsWith(start, StringComparison.Ordinal));

    private static string[] Words(string? text) => text?.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) ?? [];

    /// <summary>A file with one number.</summary>
    public static long? Number(string? text) =>
        long.TryParse(text, out var number) ? number : null;
}
