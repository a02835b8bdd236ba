using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>What was measured of one call by its name; an iteration may make several calls.</summary>
public sealed record CallFigures(string Name, LatencyDistribution Latency);
