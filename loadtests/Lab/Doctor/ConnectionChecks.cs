using static DroneDelivery.LoadTests.Lab.Doctor.DoctorFinding;

namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>Checks the settings that limit how many connections are open at once, and how fast new ones are opened.</summary>
internal static class ConnectionChecks
{
    private const string NewConnections = "new connections a second to one address";

    /// <summary>Files of the load tool that are no connections.</summary>
    private const long OwnFiles = 256;

    /// <summary>The largest number of connections in the examples of the pages.</summary>
    private const long MinConnections = 10_000;

    private const long MinFreeFiles = 4_096;

    /// <summary>Kestrel asks for this one.</summary>
    private const long MinBacklog = 512;

    private const long MinSynBacklog = 128;

    /// <summary>Fixed in the kernel.</summary>
    private const long SecondsInTimeWait = 60;

    public static DoctorFinding SystemFiles(MachineState machine) => machine.Sockets switch
    {
        null => LinuxOnly(),
        { SystemFiles: null } => Unknown("the system's limit of open files"),
        { SystemFiles: var (used, max) } when max - used < MinFreeFiles => Limits(
            $"{used:N0} of {max:N0} in use by all processes, and each connection on this machine is two",
            "sudo sysctl -w fs.file-max=1000000"),
        { SystemFiles: var (used, max) } => Fine($"{used:N0} in use by all processes, {FileLimit(max)}"),
    };

    /// <summary>The connections that the load tool can open to one address.</summary>
    public static DoctorFinding Connections(MachineState machine)
    {
        if (machine is not { OpenFiles: { } files, Ports: { } ports })
        {
            return machine.Sockets is null ? LinuxOnly() : Unknown("what limits the load tool's connections");
        }

        var (byFiles, byPorts) = (Math.Max(0, files - OwnFiles), Math.Max(0, ports - (machine.TimeWait ?? 0)));
        var text = $"the load tool can open {Math.Min(byFiles, byPorts):N0} to one address: "
            + $"{(files == long.MaxValue ? "any number" : $"{byFiles:N0}")} by open files, {byPorts:N0} by ports";
        // Too few ports are a finding of their own.
        return byFiles < MinConnections && byFiles < byPorts ? Limits(text, "ulimit -n 65536") : Fine(text);
    }

    public static DoctorFinding TimeWait(MachineState machine)
    {
        if (machine.Sockets is not { } sockets)
        {
            return LinuxOnly();
        }

        var perSecond = machine.Ports is { } ports ? $"{ports / SecondsInTimeWait:N0} {NewConnections}" : $"few {NewConnections}";
        return sockets.TimeWaitReuse switch
        {
            null => Unknown("net.ipv4.tcp_tw_reuse"),
            0 => Limits(
                $"tcp_tw_reuse 0: a closed connection keeps its port for a minute, which allows {perSecond}",
                "sudo sysctl -w net.ipv4.tcp_tw_reuse=1"),
            2 => Fine($"tcp_tw_reuse 2: ports are used again on this machine; to others at most {perSecond}"),
            var reuse => Fine($"tcp_tw_reuse {reuse}: ports are used again after a second"),
        };
    }

    /// <summary>Never a limit here: both ends of a connection are closed.</summary>
    public static DoctorFinding FinTimeout(MachineState machine) => machine.Sockets switch
    {
        null => LinuxOnly(),
        { FinTimeoutSeconds: null } => Unknown("net.ipv4.tcp_fin_timeout"),
        { FinTimeoutSeconds: var seconds } =>
            Fine($"tcp_fin_timeout {seconds} s: for servers that do not close their end; TIME_WAIT does not follow it"),
    };

    public static DoctorFinding Backlog(MachineState machine) => machine.Sockets switch
    {
        null => LinuxOnly(),
        { Backlog: null } or { SynBacklog: null } => Unknown("the listen backlog"),
        { Backlog: < MinBacklog and var backlog } => Limits(
            $"somaxconn {backlog:N0}: when more connections open at once, some wait for a second",
            "sudo sysctl -w net.core.somaxconn=4096, and start the server again"),
        { SynBacklog: < MinSynBacklog and var backlog } => Limits(
            $"tcp_max_syn_backlog {backlog:N0}: when more connections open at once, some wait for a second",
            "sudo sysctl -w net.ipv4.tcp_max_syn_backlog=4096, and start the server again"),
        var sockets => Fine($"somaxconn {sockets.Backlog:N0}, tcp_max_syn_backlog {sockets.SynBacklog:N0}"),
    };

    private static string FileLimit(long max) => max == long.MaxValue ? "no limit" : $"at most {max:N0}";
}

/// <summary>Settings of Linux. A value that could not be read is null.</summary>
internal sealed record SocketSettings
{
    /// <summary>Open files of all processes, and their limit (<c>fs.file-nr</c>).</summary>
    public (long Used, long Max)? SystemFiles { get; init; }

    /// <summary>Whether a port in TIME_WAIT is used again (<c>tcp_tw_reuse</c>): 0 never, 1 always, 2 on loopback.</summary>
    public long? TimeWaitReuse { get; init; }

    /// <summary>How long a connection waits for the other end to close (<c>tcp_fin_timeout</c>).</summary>
    public long? FinTimeoutSeconds { get; init; }

    /// <summary>Connections that may wait to be accepted, at most (<c>somaxconn</c>).</summary>
    public long? Backlog { get; init; }

    /// <summary>Connections that may be half open (<c>tcp_max_syn_backlog</c>).</summary>
    public long? SynBacklog { get; init; }
}
