using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>What a reader asked for.</summary>
/// <param name="Cpu">Null where only latency matters.</param>
/// <param name="Searches">Of each variant.</param>
/// <param name="Confirmation">How long each end of the interval is tried afterwards; zero for not at all.</param>
/// <param name="Command">The command line that repeats it.</param>
internal sealed record CapacityRequest(
    LatencyGoal Latency,
    CpuGoal? Cpu,
    IReadOnlyList<LoadVariant> Variants,
    int Searches,
    TimeSpan Confirmation,
    CapacityPlan Plan,
    string Command);
