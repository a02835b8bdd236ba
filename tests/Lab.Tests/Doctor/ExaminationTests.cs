using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Doctor;

namespace DroneDelivery.Lab.Tests.Doctor;

public sealed class ExaminationTests
{
    internal static readonly MachineState Good = new(
        Cores: 8,
        ClockFrequency: 1_000_000_000,
        ClockSource: "tsc",
        AllowedCores: double.PositiveInfinity,
        Governor: "performance",
        Load: new MachineLoad(StolenShare: 0, OtherShare: 0.01, OwnShare: 0.1) { Busiest = new OtherProcess(17, "cron", 0.05) },
        LoadAverage: 0.1,
        OpenFiles: 65_536,
        Ports: 28_232,
        TimeWait: 12,
        RealTime: true,
        DebugBuild: false,
        ServerGc: true)
    {
        Sockets = new SocketSettings
        {
            SystemFiles = (3_000, long.MaxValue), TimeWaitReuse = 2, FinTimeoutSeconds = 60, Backlog = 4_096, SynBacklog = 512,
        },
    };

    private static readonly MachineLoad Ffmpeg = new(StolenShare: 0, OtherShare: 2.5 / 8, OwnShare: 0)
    {
        Busiest = new OtherProcess(4_711, "ffmpeg", 2.4),
    };

    public static TheoryData<string, string, string> Spoilers => new()
    {
        { "cores", "1: the generator waits", "two cores" },
        { "CPU quota", "1.5 of 8 cores", "without --cpus" },
        { "CPU frequency", "governor powersave", "cpupower frequency-set -g performance" },
        { "steal", "took 5.0 % of the time", "of its own" },
        { "other load", "used 2.50 of 8 cores, load average 0.1", "ffmpeg (kill 4711) used 2.40 cores" },
        { "clock", "source acpi_pm", "current_clocksource" },
        { "clock frequency", "1,000 steps a second", "a microsecond or better" },
        { "open files", "at most 1,024", "ulimit -n 65536" },
        { "ports", "28,232 for connections, 27,000 of them in TIME_WAIT", "net.ipv4.ip_local_port_range" },
        { "build", "debug", "-c Release" },
    };

    [Fact]
    public void Judge_GoodMachine_FindsNothing()
    {
        var report = Examination.Judge(Good);

        Assert.False(report.WouldSpoil);
        Assert.EndsWith("Nothing was found that would spoil a run.", report.Plain());
        Assert.DoesNotContain("fix:", report.Plain());
        Assert.Equal("No problem of the machine was found (16 checks passed, doctor lists them).", report.Line);
    }

    [Theory]
    [MemberData(nameof(Spoilers))]
    public void Judge_OneThingWrong_SaysWhatAndHowToFixIt(string name, string text, string fix)
    {
        var report = Examination.Judge(Spoilt(name));

        Assert.True(report.WouldSpoil);
        var finding = Assert.Single(report.Findings, each => each.Level == FindingLevel.Spoils);
        Assert.NotEmpty(finding.Name);
        Assert.StartsWith(finding.Name, name);
        Assert.Contains(text, finding.Text);
        Assert.Contains(fix, finding.Fix);
        Assert.StartsWith($"The machine may have spoiled this run: {finding.Name}: ", report.Line);
        Assert.DoesNotContain('\n', report.Line);
        Assert.Contains($"fix: {finding.Fix}", report.Plain());
    }

    /// <summary>With <c>docker run --cpus 2</c>, .NET counts two cores.</summary>
    [Theory]
    [InlineData(2, 2, 8, "2 of 8 cores: what is over the quota")]
    [InlineData(8, 8, 8, "none")]
    public void Judge_QuotaOfWholeCores_IsComparedWithTheProcessors(int cores, double allowed, long processors, string text)
    {
        var report = Examination.Judge(Good with { Cores = cores, AllowedCores = allowed, Processors = processors });

        Assert.StartsWith(text, report.Findings.Single(finding => finding.Name == "CPU quota").Text);
        Assert.Equal(allowed < processors, report.WouldSpoil);
    }

    [Fact]
    public void Judge_SystemThatTellsNothing_SaysWhatCouldNotBeRead()
    {
        var report = Examination.Judge(Good with
        {
            ClockSource = null,
            AllowedCores = null,
            Governor = null,
            Load = null,
            LoadAverage = null,
            OpenFiles = null,
            Ports = null,
            TimeWait = null,
            Sockets = new SocketSettings(),
        });

        Assert.False(report.WouldSpoil);
        Assert.Equal(11, report.Findings.Count(finding => finding.Level == FindingLevel.Unknown));
        Assert.Contains("the limit of open files could not be read here", report.Plain());
    }

    public static TheoryData<string, string, string> ConnectionLimits => new()
    {
        { "system files", "96,000 of 100,000 in use", "fs.file-max" },
        { "connections", "can open 9,744 to one address: 9,744 by open files, 28,220 by ports", "ulimit -n" },
        { "TIME_WAIT", "a closed connection keeps its port for a minute, which allows 470 new", "tcp_tw_reuse=1" },
        { "backlog", "somaxconn 511", "net.core.somaxconn=4096" },
        { "backlog of SYN", "tcp_max_syn_backlog 127", "tcp_max_syn_backlog=4096" },
    };

    [Theory]
    [MemberData(nameof(ConnectionLimits))]
    public void Judge_ALimitOfConnections_IsAWarningAndSpoilsNothing(string name, string text, string fix)
    {
        var report = Examination.Judge(Limited(name));

        var finding = Assert.Single(report.Findings, each => each.Level == FindingLevel.Limits);
        Assert.StartsWith(finding.Name, name);
        Assert.Contains(text, finding.Text);
        Assert.Contains(fix, finding.Fix);
        Assert.False(report.WouldSpoil);
        Assert.EndsWith("would spoil a run. Loads with many connections are limited by 1.", report.Plain());
    }

    [Fact]
    public void Judge_NoLimitOfFiles_CountsConnectionsByPorts()
    {
        var report = Examination.Judge(Good with { OpenFiles = long.MaxValue });

        Assert.Contains("can open 28,220 to one address: any number by open files, 28,220 by ports", report.Plain());
    }

    [Theory]
    [InlineData(1, "tcp_tw_reuse 1: ports are used again after a second")]
    [InlineData(2, "used again on this machine; to others at most 470 new connections a second")]
    public void Judge_PortsUsedAgain_SaysWhere(int reuse, string text)
    {
        var report = Examination.Judge(Good with { Sockets = Good.Sockets! with { TimeWaitReuse = reuse } });

        Assert.Contains(text, report.Plain());
    }

    [Fact]
    public void Judge_AnotherSystemThanLinux_SaysWhatDoesNotApply()
    {
        var report = Examination.Judge(Good with { OpenFiles = null, Ports = null, TimeWait = null, Sockets = null });

        Assert.Equal(
            ["system files", "connections", "TIME_WAIT", "FIN timeout", "backlog"],
            report.Findings.Where(finding => finding.Text.StartsWith("a setting of Linux", StringComparison.Ordinal))
                .Select(finding => finding.Name));
    }

    [Fact]
    public void Judge_NoRealTimePriority_SaysSoAndSpoilsNothing()
    {
        var report = Examination.Judge(Good with { RealTime = false });

        Assert.False(report.WouldSpoil);
        Assert.Contains("ulimit -r 1", report.Plain());
    }

    [Fact]
    public async Task Run_ThisMachine_ReadsItAsync()
    {
        var report = await Examination.RunAsync(TimeProvider.System, TestContext.Current.CancellationToken);

        Assert.Equal(16, report.Findings.Count);
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux tells all of it.");
        Assert.All(
            report.Findings.Where(finding => finding.Name is "steal" or "other load" or "open files" or "ports"
                or "connections" or "TIME_WAIT" or "FIN timeout" or "backlog" or "system files"),
            finding => Assert.NotEqual(FindingLevel.Unknown, finding.Level));
    }

    /// <summary>A run measures both while it lasts.</summary>
    [Fact]
    public void RunBeforeLoad_ThisMachine_DoesNotJudgeTheLoadOfOthers()
    {
        var report = Examination.RunBeforeLoad(TimeProvider.System);

        Assert.All(
            report.Findings.Where(finding => finding.Name is "steal" or "other load"),
            finding => Assert.Equal(FindingLevel.Unknown, finding.Level));
        Assert.Equal(16, report.Findings.Count);
    }

    private static MachineState Limited(string name) => name switch
    {
        "system files" => Good with { Sockets = Good.Sockets! with { SystemFiles = (96_000, 100_000) } },
        "connections" => Good with { OpenFiles = 10_000 },
        "TIME_WAIT" => Good with { Sockets = Good.Sockets! with { TimeWaitReuse = 0 } },
        "backlog" => Good with { Sockets = Good.Sockets! with { Backlog = 511 } },
        _ => Good with { Sockets = Good.Sockets! with { SynBacklog = 127 } },
    };

    private static MachineState Spoilt(string name) => name switch
    {
        "cores" => Good with { Cores = 1 },
        "CPU quota" => Good with { AllowedCores = 1.5 },
        "CPU frequency" => Good with { Governor = "powersave" },
        "steal" => Good with { Load = new MachineLoad(0.05, 0, 0) },
        "other load" => Good with { Load = Ffmpeg },
        "clock" => Good with { ClockSource = "acpi_pm" },
        "clock frequency" => Good with { ClockFrequency = 1_000 },
        "open files" => Good with { OpenFiles = 1_024 },
        "ports" => Good with { TimeWait = 27_000 },
        _ => Good with { DebugBuild = true },
    };
}
