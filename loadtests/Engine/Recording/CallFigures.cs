using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>What was measured of one call by its name; an iteration may make several calls.</summary>
/// <param name="Completed">Successes; the latencies are theirs.</param>
public sealed record CallFigures(string Name, long Completed, long Failed, LatencyHistogram Latency);
