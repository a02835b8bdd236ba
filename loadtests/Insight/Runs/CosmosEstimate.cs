namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// How the figures of a database without counters were estimated: the calls of the uniform sample of traces, times the requests
/// sent for each trace in it.
/// </summary>
/// <param name="Traces">The traces in the sample.</param>
/// <param name="Requests">The requests that were sent.</param>
public sealed record CosmosEstimate(int Traces, long Requests)
{
    [JsonIgnore]
    public double Scale => (double)Requests / Traces;

    /// <summary>One sentence for reports and answers to queries.</summary>
    [JsonIgnore]
    public string InWords =>
        $"Calls, RU and partitions of Cosmos DB are estimates from the spans of {Count(Traces)} of "
        + $"{Counted(Requests, "request")}, times {Short(Scale)}.";

    /// <summary>The figures of the container with the most calls.</summary>
    /// <param name="sent">The requests that the load sent.</param>
    /// <param name="start">The start of the measured load.</param>
    /// <returns><see cref="CosmosRecord.None"/> if no kept trace of a request has a call to Cosmos DB.</returns>
    public static CosmosRecord FromSamples(RunSamples samples, long sent, DateTimeOffset start)
    {
        var requests = samples.Requests.Select(request => request.TraceId).ToHashSet();
        var spans = CosmosSpans.Tag([.. samples.Spans.Where(span => !samples.ExtraTraces.Contains(span.TraceId)
            && (requests.Count == 0 || requests.Contains(span.TraceId)))]);
        var calls = spans.Where(span => span.IsCosmos() && span.CosmosCall() is SpanFacts.DataCall or SpanFacts.PlanCall)
            .GroupBy(span => span.Container())
            .MaxBy(container => container.Count());
        if (calls is null || sent == 0)
        {
            return CosmosRecord.None;
        }

        var estimate = new CosmosEstimate(spans.Select(span => span.TraceId).Distinct().Count(), sent);
        var startNanoseconds = (start - DateTimeOffset.UnixEpoch).Ticks * 100;
        var container = CosmosRecord.None with { Container = calls.Key ?? "", Estimate = estimate };
        return CosmosCalls.Count(container, calls.Select(call => Read(call, startNanoseconds)), budget: 0, estimate.Scale);
    }

    private static CosmosCalls Read(SpanRecord call, long start) => new(
        (int)Math.Max(0, (call.StartNanoseconds - start) / 1_000_000_000), $"{call.Status() ?? 0}", call.Partition(), Calls: 1,
        call.Number(SpanRecord.RequestCharge) ?? 0)
    {
        IsPlan = call.CosmosCall() != SpanFacts.DataCall,
        IsThrottled = call.IsThrottled(),
    };
}
