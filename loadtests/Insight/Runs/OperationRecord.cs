namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// Latencies in ms of the call under study in its service, from its server spans in the uniform sample of traces, including
/// failed calls.
/// </summary>
/// <param name="Route">The route of the call under study.</param>
/// <param name="Sampled">The number of server spans in the figures.</param>
public sealed record OperationRecord(string Route, int Sampled, double MeanMs, double P50Ms, double P95Ms, double P99Ms)
{
    /// <returns>Null if the sample has no such span.</returns>
    public static OperationRecord? FromSamples(RunSamples samples, string route)
    {
        var extra = samples.ExtraTraces.ToHashSet();
        var latencies = samples.Spans
            .Where(span => span.IsServer() && span.Text(SpanRecord.Route) == route && !extra.Contains(span.TraceId))
            .Select(span => span.DurationMs())
            .Order()
            .ToArray();
        return latencies.Length == 0
            ? null
            : new OperationRecord(
                route, latencies.Length, latencies.Average(), Rank(latencies, 50), Rank(latencies, 95), Rank(latencies, 99));
    }

    /// <summary>The smallest value that at least <paramref name="percent"/> % of the values do not exceed.</summary>
    private static double Rank(double[] sorted, int percent) => sorted[(((sorted.Length * percent) + 99) / 100) - 1];
}
