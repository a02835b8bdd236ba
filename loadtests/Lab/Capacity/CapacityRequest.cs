using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The settings of a run of the capacity lab.</summary>
/// <param name="Cpu">The CPU goal; null for latency only.</param>
/// <param name="Searches">The number of searches for each variant.</param>
/// <param name="Confirmation">The duration of a final trial at each end of the interval; zero for none.</param>
/// <param name="Command">The command line that repeats the run.</param>
internal sealed record CapacityRequest(
    LatencyGoal Latency,
    CpuGoal? Cpu,
    IReadOnlyList<LoadVariant> Variants,
    int Searches,
    TimeSpan Confirmation,
    CapacityPlan Plan,
    string Command);
