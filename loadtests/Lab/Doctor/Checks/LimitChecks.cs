namespace DroneDelivery.LoadTests.Lab.Doctor.Checks;

/// <summary>Checks the limits of the operating system for connections of the generator.</summary>
internal static class LimitChecks
{
    private const long MinFiles = 4_096;
    private const long MinPorts = 10_000;

    public static DoctorFinding OpenFiles(MachineState machine) => machine.OpenFiles switch
    {
        null => DoctorFinding.Unknown("open files", "the limit of open files"),
        < MinFiles => DoctorFinding.Spoils(
            "open files", $"at most {machine.OpenFiles:N0}, and each connection is one", "ulimit -n 65536"),
        long.MaxValue => DoctorFinding.Fine("open files", $"no limit"),
        { } files => DoctorFinding.Fine("open files", $"at most {files:N0}"),
    };

    public static DoctorFinding Ports(MachineState machine) => (machine.Ports, machine.TimeWait ?? 0) switch
    {
        (null, _) => DoctorFinding.Unknown("ports", "the range of ports for connections"),
        ({ } ports, var waiting) when ports - waiting < MinPorts => DoctorFinding.Spoils(
            "ports",
            $"{ports:N0} for connections, {waiting:N0} of them in TIME_WAIT: new connections to one server will fail",
            "sudo sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\" net.ipv4.tcp_tw_reuse=1"),
        ({ } ports, var waiting) => DoctorFinding.Fine("ports", $"{ports:N0} for connections, {waiting:N0} of them in TIME_WAIT"),
    };
}
