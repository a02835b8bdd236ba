namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>One line of a histogram log.</summary>
/// <param name="Tag">What the values are; null for latency, the values that the log is about.</param>
/// <param name="StartedAt">When the first value could be recorded.</param>
/// <param name="Length">The time in which values were recorded.</param>
public sealed record HdrLogEntry(string? Tag, DateTimeOffset StartedAt, TimeSpan Length, LatencyHistogram Histogram);
