using DroneDelivery.LoadTests.Lab.Doctor.Checks;

namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>Checks the machine.</summary>
internal static class Examination
{
    /// <summary>Takes one second, in which it measures the load of other processes.</summary>
    public static async Task<DoctorReport> RunAsync(TimeProvider time, CancellationToken cancellationToken) =>
        Judge(await MachineReader.ReadAsync(time, cancellationToken));

    /// <summary>
    /// Leaves out the load of other processes: a run measures it while it lasts, and that of the second before it, such as the
    /// end of a build, says nothing of the run.
    /// </summary>
    public static DoctorReport RunBeforeLoad(TimeProvider time) => Judge(MachineReader.Read(time));

    public static DoctorReport Judge(MachineState machine) => new(
    [
        CoreChecks.Cores(machine),
        CoreChecks.Quota(machine),
        CoreChecks.Governor(machine),
        CoreChecks.Steal(machine),
        CoreChecks.OtherLoad(machine),
        CoreChecks.Priority(machine),
        ClockChecks.Clock(machine),
        LimitChecks.OpenFiles(machine),
        LimitChecks.Ports(machine),
        BuildChecks.Build(machine),
        BuildChecks.Gc(machine),
    ]);
}
