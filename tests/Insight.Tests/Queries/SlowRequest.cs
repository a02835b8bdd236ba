namespace DroneDelivery.Insight.Tests.Queries;

/// <summary>
/// A row of <c>slowest</c>, the slowest request first, at most 20. Values from its trace are null or 0 if the trace was not kept.
/// </summary>
/// <param name="LateMs">How late the load generator sent the request.</param>
/// <param name="EntryMs">The duration of the span of the entry service, including calls to backends.</param>
/// <param name="SlowestCall">The backend call with the longest duration: service and route.</param>
internal sealed record SlowRequest(
    string TraceId, double LatencyMs, int Status, string? Error, double? LateMs, double? EntryMs, string? SlowestCall,
    double? SlowestCallMs, long CosmosCalls, long Throttled)
{
    /// <summary>The sum over all calls to Cosmos DB, including parallel ones.</summary>
    public required double CosmosMs { get; init; }

    /// <summary>The retry-after times, summed over all throttled calls.</summary>
    public required double RetryAfterMs { get; init; }
}
