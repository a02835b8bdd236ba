using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Every trial of the gateway-cost lab: the content of <c>gateway-cost.json</c>.</summary>
/// <param name="ClosedGenerator">The load generator of the closed loop: wrk, or the lab's engine if wrk is not installed.</param>
/// <param name="OpenRate">Requests per second of the open loop.</param>
/// <param name="Missing">The requested targets that could not be measured, as sentences.</param>
/// <param name="Closed">The trials of the closed loop, at saturation.</param>
/// <param name="Open">The trials of the open loop, at a fixed rate.</param>
public sealed record CostRecord(
    StudyEnvelope Envelope,
    string ClosedGenerator,
    int Connections,
    double OpenRate,
    IReadOnlyList<CostedTarget> Targets,
    IReadOnlyList<string> Missing,
    IReadOnlyList<CostTrial> Closed,
    IReadOnlyList<CostTrial> Open);
