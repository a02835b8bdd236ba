using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Every trial of the gateway-cost lab: the content of <c>gateway-cost.json</c>.</summary>
/// <param name="ClosedGenerator">What made the closed loop: wrk, or the lab's own engine where wrk is not installed.</param>
/// <param name="OpenRate">Requests per second of the open loop.</param>
/// <param name="Missing">What was asked for and could not be measured, as sentences.</param>
/// <param name="Closed">At saturation: each connection asks again as soon as it is answered.</param>
/// <param name="Open">At a fixed rate, whatever was answered.</param>
public sealed record CostRecord(
    StudyEnvelope Envelope,
    string ClosedGenerator,
    int Connections,
    double OpenRate,
    IReadOnlyList<CostedTarget> Targets,
    IReadOnlyList<string> Missing,
    IReadOnlyList<CostTrial> Closed,
    IReadOnlyList<CostTrial> Open);
