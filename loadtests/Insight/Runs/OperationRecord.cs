namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// How long the call under study took in its own service: of its server spans in the uniform sample of traces. Failed calls are
/// among them. Latencies in ms.
/// </summary>
/// <param name="Route">Of the call under study.</param>
/// <param name="Sampled">Server spans that the figures are of.</param>
public sealed record OperationRecord(string Route, int Sampled, double MeanMs, double P50Ms, double P95Ms, double P99Ms)
{
    /// <returns>Null where the sample has no such span.</returns>
    public static OperationRecord? FromSamples(RunSamples samples, string route)
    {
        var extra = samples.ExtraTraces.ToHashSet();
        double[] latencies =
        [
            .. samples.Spans
                .Where(span => span.Kind == SpanFacts.ServerKind && span.Text(SpanRecord.Route) == route
                    && !extra.Contains(span.TraceId))
                .Select(span => span.DurationMs())
                .Order(),
        ];
        return latencies.Length == 0
            ? null
            : new OperationRecord(
                route, latencies.Length, latencies.Average(), Rank(latencies, 50), Rank(latencies, 95), Rank(latencies, 99));
    }

    /// <summary>The smallest value that at least so many per cent do not exceed.</summary>
    private static double Rank(double[] sorted, int percent) => sorted[(((sorted.Length * percent) + 99) / 100) - 1];
}
