using static DroneDelivery.LoadTests.Lab.Doctor.DoctorFinding;

namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>Checks the machine.</summary>
internal static class Examination
{
    private const long LowestClockFrequency = 1_000_000;
    private const long MinFiles = 4_096;
    private const long MinPorts = 10_000;

    private static readonly string[] SlowGovernors = ["powersave", "ondemand", "conservative", "schedutil"];

    // Each reading of these sources takes a system call.
    private static readonly string[] SlowClockSources = ["hpet", "acpi_pm", "jiffies", "refined-jiffies"];

    private static readonly (string Name, Func<MachineState, DoctorFinding> Check)[] Checks =
    [
        ("cores", Cores),
        ("CPU quota", Quota),
        ("CPU frequency", Governor),
        ("steal", Steal),
        ("other load", OtherLoad),
        ("priority", Priority),
        ("clock", Clock),
        ("open files", OpenFiles),
        ("system files", ConnectionChecks.SystemFiles),
        ("ports", Ports),
        ("connections", ConnectionChecks.Connections),
        ("TIME_WAIT", ConnectionChecks.TimeWait),
        ("FIN timeout", ConnectionChecks.FinTimeout),
        ("backlog", ConnectionChecks.Backlog),
        ("build", Build),
        ("GC", Gc),
    ];

    /// <summary>Takes one second, in which it measures the load of other processes.</summary>
    public static async Task<DoctorReport> RunAsync(TimeProvider time, CancellationToken cancellationToken) =>
        Judge(await MachineReader.ReadAsync(time, cancellationToken));

    /// <summary>
    /// Leaves out the load of other processes: a run measures it while it lasts, and that of the second before it, such as the
    /// end of a build, says nothing of the run.
    /// </summary>
    public static DoctorReport RunBeforeLoad(TimeProvider time) => Judge(MachineReader.Read(time));

    public static DoctorReport Judge(MachineState machine) =>
        new([.. Checks.Select(each => each.Check(machine) with { Name = each.Name })]);

    private static DoctorFinding Cores(MachineState machine) => machine.Cores > 1
        ? Fine($"{machine.Cores}, for the generator and whatever of the system runs here")
        : Spoils("1: the generator waits whenever the system works", "use a machine with two cores or more");

    private static DoctorFinding Quota(MachineState machine) => (machine.AllowedCores, machine.Processors ?? machine.Cores) switch
    {
        (null, _) => Unknown("a container's quota"),
        ({ } allowed, var cores) when allowed < cores => Spoils(
            $"{allowed:0.##} of {cores} cores: what is over the quota is stopped for milliseconds at a time",
            "start the container without a CPU limit (docker run without --cpus; no limits.cpu in Kubernetes)"),
        _ => Fine("none"),
    };

    private static DoctorFinding Governor(MachineState machine) => machine.Governor switch
    {
        null => Unknown("the governor (virtual machines have none)"),
        { } governor when SlowGovernors.Contains(governor) => Spoils(
            $"governor {governor}: a core that waits for requests runs slowly", "sudo cpupower frequency-set -g performance"),
        { } governor => Fine($"governor {governor}"),
    };

    private static DoctorFinding Steal(MachineState machine) => machine.Load?.StolenShare switch
    {
        null => Unknown("time taken by other virtual machines"),
        > MachineLoad.AllowedStolenShareAtRest and var stolen => Spoils(
            $"other virtual machines took {stolen:P1} of the time", "use a machine, or an instance, of its own"),
        { } stolen => Fine($"{stolen:P1} of the time"),
    };

    private static DoctorFinding OtherLoad(MachineState machine)
    {
        if (machine.Load?.OtherShare is not { } share)
        {
            return Unknown("what other processes use");
        }

        var other = share * machine.Cores;
        var average = machine.LoadAverage is { } load ? $", load average {load:0.##}" : "";
        return share > MachineLoad.AllowedOtherShareAtRest
            ? Spoils($"other processes used {other:0.00} of {machine.Cores} cores{average}", Stop(machine.Load.Busiest))
            : Fine($"{other:0.00} of {machine.Cores} cores{average}");
    }

    private static string Stop(OtherProcess? busiest) => busiest is { } process
        ? $"stop what is not needed: {process.Name} (kill {process.Id}) used {process.Cores:0.00} cores"
        : "stop what is not needed";

    private static DoctorFinding Priority(MachineState machine) => machine.RealTime
        ? Fine("real-time: an open loop keeps its schedule while other threads use the cores")
        : Fine("ordinary: an open loop sends late while other threads use all cores (root and ulimit -r 1 change that)");

    private static DoctorFinding Clock(MachineState machine) => machine.ClockSource switch
    {
        _ when machine.ClockFrequency < LowestClockFrequency => Spoils(
            $"{machine.ClockFrequency:N0} steps a second", "use a system with a clock of a microsecond or better"),
        null => Fine($"{machine.ClockFrequency:N0} steps a second; its source could not be read here"),
        { } source when SlowClockSources.Contains(source) => Spoils(
            $"source {source}, which takes microseconds to read",
            "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource"),
        { } source => Fine($"source {source}, {machine.ClockFrequency:N0} steps a second"),
    };

    private static DoctorFinding OpenFiles(MachineState machine) => machine.OpenFiles switch
    {
        null => Unknown("the limit of open files"),
        < MinFiles => Spoils($"at most {machine.OpenFiles:N0}, and each connection is one", "ulimit -n 65536"),
        long.MaxValue => Fine("no limit"),
        { } files => Fine($"at most {files:N0} of a process"),
    };

    private static DoctorFinding Ports(MachineState machine) => (machine.Ports, machine.TimeWait ?? 0) switch
    {
        (null, _) => Unknown("the range of ports for connections"),
        ({ } ports, var waiting) when ports - waiting < MinPorts => Spoils(
            $"{ports:N0} for connections, {waiting:N0} of them in TIME_WAIT: new connections to one server will fail",
            "sudo sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\" net.ipv4.tcp_tw_reuse=1"),
        ({ } ports, var waiting) => Fine($"{ports:N0} for connections, {waiting:N0} of them in TIME_WAIT"),
    };

    private static DoctorFinding Build(MachineState machine) => machine.DebugBuild
        ? Spoils("debug: services and load engine run without optimization", "./lab, which builds with -c Release")
        : Fine("release");

    private static DoctorFinding Gc(MachineState machine) =>
        Fine($"{(machine.ServerGc ? "server" : "workstation")}, in this process; services have settings of their own");
}
