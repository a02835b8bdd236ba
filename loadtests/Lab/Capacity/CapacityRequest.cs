using DroneDelivery.LoadTests.Insight.Capacity;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>What a reader asked for.</summary>
/// <param name="Searches">Of each variant.</param>
/// <param name="Confirmation">How long each end of the interval is tried afterwards; zero for not at all.</param>
/// <param name="Command">The command line that repeats it.</param>
internal sealed record CapacityRequest(
    LatencyGoal Latency,
    CpuGoal Cpu,
    IReadOnlyList<CapacityVariant> Variants,
    int Searches,
    TimeSpan Confirmation,
    CapacityPlan Plan,
    string Command);
