using DroneDelivery.ServiceDefaults.Cosmos;

namespace DroneDelivery.LoadTests.Lab.CallRecording;

/// <summary>
/// One call through the proxy, with the attributes that the services' own tracer sets. Nothing of its headers is kept but figures
/// and ids, and nothing of its bodies but their sizes.
/// </summary>
internal sealed class RecordedCall : IDisposable
{
    private const string ActivityId = "x-ms-activity-id";

    /// <param name="traceParent">The <c>traceparent</c> header of the call; another value begins a trace.</param>
    public RecordedCall(string? traceParent)
    {
        Span = new Activity("call");
        if (ActivityContext.TryParse(traceParent, null, out var parent))
        {
            Span.SetParentId(parent.TraceId, parent.SpanId, parent.TraceFlags);
        }
        else
        {
            // Without it, the trace of this server's own request would be the parent.
            Activity.Current = null;
            Span.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        }

        Span.Start();
    }

    public Activity Span { get; }

    /// <summary><c>data</c>, <c>plan</c> or <c>metadata</c>.</summary>
    public string Kind { get; private set; } = CosmosCall.Metadata;

    public string Operation { get; private set; } = CosmosCall.Metadata;

    /// <summary>Null for metadata.</summary>
    public string? Container { get; private set; }

    /// <summary>0 without an answer.</summary>
    public int Status { get; private set; }

    public string? Partition => Span.GetTagItem(CosmosCallTags.PartitionKeyRangeId)?.ToString();

    public double RequestUnits => Span.GetTagItem(SpanRecord.RequestCharge) as double? ?? 0;

    /// <summary>How long Cosmos DB asked to wait before a retry; 0 for a call that was not throttled.</summary>
    public double RetryAfterMs => Span.GetTagItem(SpanRecord.RetryAfterMs) as double? ?? 0;

    public void SetRequest(HttpRequestMessage request)
    {
        (Kind, Operation) = (CosmosCall.KindOf(request), CosmosCall.OperationOf(request));
        Container = CosmosCall.FindContainer(request) is { } container ? Uri.UnescapeDataString(container) : null;
        Span.DisplayName = $"{request.Method} {Kind}";
        CosmosCallTags.SetRequest(Span, request, Kind);
        Span.SetTag("db.operation.name", Operation);
        Span.SetTag("db.collection.name", Container);
        Span.SetTag("azure.cosmosdb.request.body.size", request.Content?.Headers.ContentLength ?? 0);
    }

    public void SetResponse(HttpResponseMessage response)
    {
        Status = (int)response.StatusCode;
        CosmosCallTags.SetResponse(Span, response);
        Span.SetTag("azure.cosmosdb.activity_id", CosmosHeaders.Find(response.Headers, ActivityId));
        Span.SetTag("azure.cosmosdb.response.body.size", response.Content.Headers.ContentLength);
    }

    /// <summary>Ends a call, the body of its answer included.</summary>
    public void End(string? fault)
    {
        if (fault is not null)
        {
            Span.SetTag("error.type", fault);
            Span.SetStatus(ActivityStatusCode.Error);
        }

        Span.Stop();
    }

    public void Dispose() => Span.Dispose();
}
