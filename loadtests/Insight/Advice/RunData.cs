using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>All that is known of one run: its figures, and the single observations that were kept.</summary>
public sealed record RunData(RunRecord Record, RunSamples Samples);
