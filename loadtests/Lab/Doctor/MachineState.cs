using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>The state of a machine. A value that could not be read is null.</summary>
/// <param name="ClockFrequency">The ticks per second of the clock that measures latency.</param>
/// <param name="ClockSource">For example <c>tsc</c>.</param>
/// <param name="AllowedCores">The number of cores in a container's quota; infinite without a quota.</param>
/// <param name="Load">The use of the machine during the check; null if it was not measured.</param>
/// <param name="RealTime">Whether a thread may run with real-time priority.</param>
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
