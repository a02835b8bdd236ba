namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>What was read of a machine; null what it did not tell.</summary>
/// <param name="ClockFrequency">Steps a second of the clock that latency is measured with.</param>
/// <param name="ClockSource">For example <c>tsc</c>.</param>
/// <param name="AllowedCores">Of a container's quota; infinite without one.</param>
/// <param name="Steal">The share of the time that other virtual machines took, from 0 to 1.</param>
/// <param name="OtherCores">Cores that other processes used, and <paramref name="Busiest"/> the one that used most.</param>
/// <param name="RealTime">Whether a thread may run before all ordinary ones.</param>
internal sealed record MachineState(
    int Cores,
    long ClockFrequency,
    string? ClockSource,
    double? AllowedCores,
    string? Governor,
    double? Steal,
    double? LoadAverage,
    double? OtherCores,
    BusyProcess? Busiest,
    long? OpenFiles,
    long? Ports,
    long? TimeWait,
    bool RealTime,
    bool DebugBuild,
    bool ServerGc);

/// <summary>A process that used so many cores.</summary>
internal sealed record BusyProcess(int Id, string Name, double Cores);
