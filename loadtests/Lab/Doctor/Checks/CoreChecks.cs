using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Doctor.Checks;

/// <summary>Checks the available CPU, and its use by others.</summary>
internal static class CoreChecks
{
    private static readonly string[] SlowGovernors = ["powersave", "ondemand", "conservative", "schedutil"];

    public static DoctorFinding Cores(MachineState machine) => machine.Cores > 1
        ? DoctorFinding.Fine("cores", $"{machine.Cores}, for the generator and whatever of the system runs here")
        : DoctorFinding.Spoils(
            "cores", $"1: the generator waits whenever the system works", "use a machine with two cores or more");

    public static DoctorFinding Quota(MachineState machine) => machine.AllowedCores switch
    {
        null => DoctorFinding.Unknown("CPU quota", "a container's quota"),
        { } allowed when allowed < machine.Cores => DoctorFinding.Spoils(
            "CPU quota",
            $"{allowed:0.##} of {machine.Cores} cores: what is over the quota is stopped for milliseconds at a time",
            "start the container without a CPU limit (docker run without --cpus; no limits.cpu in Kubernetes)"),
        _ => DoctorFinding.Fine("CPU quota", $"none"),
    };

    public static DoctorFinding Governor(MachineState machine) => machine.Governor switch
    {
        null => DoctorFinding.Unknown("CPU frequency", "the governor (virtual machines have none)"),
        { } governor when SlowGovernors.Contains(governor) => DoctorFinding.Spoils(
            "CPU frequency",
            $"governor {governor}: a core that waits for requests runs slowly",
            "sudo cpupower frequency-set -g performance"),
        { } governor => DoctorFinding.Fine("CPU frequency", $"governor {governor}"),
    };

    public static DoctorFinding Steal(MachineState machine) => machine.Load?.StolenShare switch
    {
        null => DoctorFinding.Unknown("steal", "time taken by other virtual machines"),
        > MachineLoad.AllowedStolenShareAtRest and var stolen => DoctorFinding.Spoils(
            "steal", $"other virtual machines took {stolen:P1} of the time", "use a machine, or an instance, of its own"),
        { } stolen => DoctorFinding.Fine("steal", $"{stolen:P1} of the time"),
    };

    public static DoctorFinding OtherLoad(MachineState machine)
    {
        if (machine.Load?.OtherShare is not { } share)
        {
            return DoctorFinding.Unknown("other load", "what other processes use");
        }

        var other = share * machine.Cores;
        var average = machine.LoadAverage is { } load ? FormattableString.Invariant($", load average {load:0.##}") : "";
        return share > MachineLoad.AllowedOtherShareAtRest
            ? DoctorFinding.Spoils(
                "other load", $"other processes used {other:0.00} of {machine.Cores} cores{average}", Stop(machine.Load.Busiest))
            : DoctorFinding.Fine("other load", $"{other:0.00} of {machine.Cores} cores{average}");
    }

    public static DoctorFinding Priority(MachineState machine) => machine.RealTime
        ? DoctorFinding.Fine("priority", $"real-time: an open loop keeps its schedule while other threads use the cores")
        : DoctorFinding.Fine(
            "priority",
            $"ordinary: an open loop sends late while other threads use all cores (root and ulimit -r 1 change that)");

    private static string Stop(OtherProcess? busiest) => busiest is { } process
        ? FormattableString.Invariant(
            $"stop what is not needed: {process.Name} (kill {process.Id}) used {process.Cores:0.00} cores")
        : "stop what is not needed";
}
