using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>What was read of a machine; null what it did not tell.</summary>
/// <param name="ClockFrequency">Steps a second of the clock that latency is measured with.</param>
/// <param name="ClockSource">For example <c>tsc</c>.</param>
/// <param name="AllowedCores">Of a container's quota; infinite without one.</param>
/// <param name="Load">What used it while it was watched.</param>
/// <param name="RealTime">Whether a thread may run before all ordinary ones.</param>
internal sealed record MachineState(
    int Cores,
    long ClockFrequency,
    string? ClockSource,
    double? AllowedCores,
    string? Governor,
    MachineLoad? Load,
    double? LoadAverage,
    long? OpenFiles,
    long? Ports,
    long? TimeWait,
    bool RealTime,
    bool DebugBuild,
    bool ServerGc);
