namespace DroneDelivery.LoadTests.Lab.Doctor.Checks;

/// <summary>Checks the build configuration and the garbage collector of the generator.</summary>
internal static class BuildChecks
{
    public static DoctorFinding Build(MachineState machine) => machine.DebugBuild
        ? DoctorFinding.Spoils(
            "build", $"debug: lab and services run without optimisation", "dotnet run -c Release --project loadtests/Lab")
        : DoctorFinding.Fine("build", $"release");

    public static DoctorFinding Gc(MachineState machine) =>
        DoctorFinding.Fine(
            "GC", $"{(machine.ServerGc ? "server" : "workstation")}, in this process; services have settings of their own");
}
