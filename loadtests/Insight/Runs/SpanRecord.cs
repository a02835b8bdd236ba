namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>One span of a sampled trace. A row of the table <c>spans</c>.</summary>
/// <param name="StartNanoseconds">Unix time in nanoseconds.</param>
/// <param name="Failed">True if the span's status is an error.</param>
/// <param name="Attributes">The span's attributes as text, numbers in invariant culture.</param>
public sealed record SpanRecord(
    long StartNanoseconds, long DurationNanoseconds, bool Failed, IReadOnlyDictionary<string, string> Attributes)
{
    public required string TraceId { get; init; }
    public required string SpanId { get; init; }
    public required string? ParentSpanId { get; init; }
    public required string Service { get; init; }
    public required string Name { get; init; }

    /// <summary><c>server</c>, <c>client</c> or <c>internal</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>Whether the span calls or answers a health probe, and not a request of a user.</summary>
    public bool IsHealthProbe => this.CosmosCall() is null && HealthRoutes.Contains(this.Text(Route) ?? this.UrlPath());

    /// <summary>Whether Cosmos DB throttled the call.</summary>
    public bool IsThrottledCall => this.IsThrottled();

    public const string PartitionKeyRangeId = "azure.cosmosdb.partition_key_range.id";
    public const string RequestCharge = "azure.cosmosdb.request_charge";
    /// <summary>How many rows a query returned, by OpenTelemetry's conventions.</summary>
    public const string ReturnedRows = "db.response.returned_rows";

    public const string RetryAfterMs = "azure.cosmosdb.retry_after_ms";

    /// <summary>How long the call took at the database, as the database reports it, in ms.</summary>
    public const string RequestDurationMs = "azure.cosmosdb.request_duration_ms";

    /// <summary>
    /// How long a call waited for a connection, in seconds; missing if one was free. Name and unit are those of .NET's metric.
    /// </summary>
    public const string TimeInQueue = "http.client.request.time_in_queue";

    public const string CosmosCall = "drone.cosmos.call";
    public const string Route = "http.route";
    public const string StatusCode = "http.response.status_code";
}
