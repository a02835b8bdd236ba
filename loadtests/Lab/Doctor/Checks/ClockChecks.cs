namespace DroneDelivery.LoadTests.Lab.Doctor.Checks;

/// <summary>Checks the clock that measures latency.</summary>
internal static class ClockChecks
{
    private const long LowestFrequency = 1_000_000;

    // Each reading of these sources takes a system call.
    private static readonly string[] SlowSources = ["hpet", "acpi_pm", "jiffies", "refined-jiffies"];

    public static DoctorFinding Clock(MachineState machine)
    {
        if (machine.ClockFrequency < LowestFrequency)
        {
            return DoctorFinding.Spoils(
                "clock", $"{machine.ClockFrequency:N0} steps a second", "use a system with a clock of a microsecond or better");
        }

        return machine.ClockSource switch
        {
            null => DoctorFinding.Fine("clock", $"{machine.ClockFrequency:N0} steps a second; its source could not be read here"),
            { } source when SlowSources.Contains(source) => DoctorFinding.Spoils(
                "clock",
                $"source {source}, which takes microseconds to read",
                "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource"),
            { } source => DoctorFinding.Fine("clock", $"source {source}, {machine.ClockFrequency:N0} steps a second"),
        };
    }
}
