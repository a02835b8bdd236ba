namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The origin of a run that another program measured.</summary>
/// <param name="Tool">That program, for example <c>k6</c>.</param>
/// <param name="Files">The names of its files, without folders.</param>
/// <param name="LatencyFrom">The moment from which latencies count, for example <c>sending</c>.</param>
/// <param name="Lacks">What the files do not have, for example <c>time series</c>.</param>
public sealed record ImportRecord(string Tool, IReadOnlyList<string> Files, string LatencyFrom, IReadOnlyList<string> Lacks)
{
    /// <summary>The share of requests that the source kept, from 0 to 1; null if it kept all, or does not say.</summary>
    public double? SampledShare { get; init; }
}
