using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>What a load generator says of its load.</summary>
/// <param name="Answered">Requests of any answer.</param>
/// <param name="Failed">Of these or besides, those without 2xx.</param>
internal sealed record MeasuredLoad(long Answered, double RequestsPerSecond, LatencyValue P50, LatencyValue P99, long Failed);
