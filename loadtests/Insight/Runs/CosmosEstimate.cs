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
        var data = calls.Where(call => call.CosmosCall() == SpanFacts.DataCall).ToList();
        var startNanoseconds = (start - DateTimeOffset.UnixEpoch).Ticks * 100;
        return CosmosRecord.None with
        {
            Container = calls.Key ?? "",
            DataCallsByStatus = estimate.ByStatus(data),
            PlanCallsByStatus = estimate.ByStatus(calls.Except(data)),
            RequestUnits = estimate.RequestUnits(data),
            Partitions =
            [
                .. from call in data
                   where call.Partition() is not null
                   group call by call.Partition() into partition
                   orderby partition.Key.Length, partition.Key
                   select new PartitionRecord(
                       partition.Key, BudgetPerSecond: 0, Documents: 0, estimate.Seconds(partition, startNanoseconds)),
            ],
            Estimate = estimate,
        };
    }

    private Dictionary<string, long> ByStatus(IEnumerable<SpanRecord> calls) =>
        calls.GroupBy(call => $"{call.Status() ?? 0}").ToDictionary(status => status.Key, Calls);

    private PartitionSecond[] Seconds(IEnumerable<SpanRecord> calls, long start) =>
    [
        .. from call in calls
           group call by (int)Math.Max(0, (call.StartNanoseconds - start) / 1_000_000_000) into second
           orderby second.Key
           select new PartitionSecond(
               second.Key, RequestUnits(second), Calls(second), Calls(second.Where(call => call.IsThrottled()))),
    ];

    private long Calls(IEnumerable<SpanRecord> calls) => (long)Math.Round(calls.Count() * Scale);

    private double RequestUnits(IEnumerable<SpanRecord> calls) =>
        calls.Sum(call => call.Number(SpanRecord.RequestCharge) ?? 0) * Scale;
}
