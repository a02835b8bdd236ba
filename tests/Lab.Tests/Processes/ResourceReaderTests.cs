using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.Processes;

public sealed class ResourceReaderTests
{
    private const string Limits = """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             4000                 8000                 processes
        Max open files            1024                 524288               files
        """;

    private readonly Dictionary<string, string> _files = new()
    {
        ["/proc/meminfo"] = "MemTotal:        8388608 kB\nMemFree: 1 kB\n",
        ["/proc/sys/kernel/threads-max"] = "5000\n",
        ["/proc/sys/net/ipv4/ip_local_port_range"] = "1001\t2000\n",
        ["/proc/sys/net/ipv4/tcp_tw_reuse"] = "0\n",
        ["/proc/net/sockstat"] = "TCP: inuse 7 orphan 0 tw 5 alloc 9 mem 2\n",
        ["/proc/7/limits"] = Limits,
        ["/proc/7/cgroup"] = "0::/pod/shop\n",
        ["/proc/8/limits"] = Limits.Replace("1024 ", "unlimited ", StringComparison.Ordinal),
        ["/proc/8/cgroup"] = "0::/\n",
    };

    [Fact]
    public void Read_Processes_HasTheLowestOfTheirLimits()
    {
        _files["/sys/fs/cgroup/pod/shop/memory.max"] = "max\n";
        _files["/sys/fs/cgroup/pod/memory.max"] = $"{512 * 1024 * 1024}\n";
        _files["/sys/fs/cgroup/pod/shop/pids.max"] = "300\n";

        Assert.Equal(
            [
                new("memory", "all", 500, 8_192),
                new("ports", "load-generator", 205, 1_000),
                new("memory", "shop", 100, 512),
                new("handles", "shop", 64, 1_024),
                new("threads", "shop", 30, 300),
                new("memory", "load-generator", 400, 8_192),
                new("threads", "load-generator", 20, 4_000),
            ],
            Read(sockets: 200));
    }

    /// <summary>Both programs run in one container: its limit is that of both together.</summary>
    [Fact]
    public void Read_AllInOneGroup_HaveItsLimitTogether()
    {
        _files["/proc/7/cgroup"] = _files["/proc/8/cgroup"] = "4:memory:/box\n0::/\n";
        _files["/sys/fs/cgroup/memory/memory.limit_in_bytes"] = $"{1024L * 1024 * 1024}\n";

        var memory = Read(sockets: 200).Where(use => use.Resource == "memory").ToList();

        Assert.Equal([1_024, 1_024, 1_024], memory.Select(use => use.Limit));
        Assert.Equal(500 / 1_024.0, memory.Single(use => use.Owner == "all").Share);
    }

    [Fact]
    public void Read_SystemWithoutLimits_IsEmpty()
    {
        _files.Clear();

        Assert.Empty(Read(sockets: 200));
    }

    /// <summary>With too many files, sockets are not counted.</summary>
    [Fact]
    public void Read_SocketsThatAreNotCounted_HandlesCountAsPorts() =>
        Assert.Equal(905, Read(sockets: null).Single(use => use.Resource == "ports").Used);

    [Fact]
    public void Read_PortsThatAreUsedAgain_DoNotCountWhileTheyWait()
    {
        _files["/proc/sys/net/ipv4/tcp_tw_reuse"] = "2\n";

        Assert.Equal(200, Read(sockets: 200).Single(use => use.Resource == "ports").Used);
    }

    private IReadOnlyList<ResourceUse> Read(int? sockets) =>
        new ResourceReader(_files.GetValueOrDefault).Read(
        [
            ("shop", 7, new ProcessReading(TimeSpan.Zero, 100, 30, 64, 40)),
            ("load-generator", 8, new ProcessReading(TimeSpan.Zero, 400, 20, 900, sockets)),
        ]);
}
