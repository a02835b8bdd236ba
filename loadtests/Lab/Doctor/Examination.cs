using DroneDelivery.LoadTests.Lab.Doctor.Checks;

namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>Checks the machine. It takes one second, in which it measures the load of other processes.</summary>
internal static class Examination
{
    public static async Task<DoctorReport> RunAsync(TimeProvider time, CancellationToken cancellationToken) =>
        Judge(await MachineReader.ReadAsync(time, cancellationToken));

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
