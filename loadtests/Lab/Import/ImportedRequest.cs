namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>One request as another program measured it.</summary>
/// <param name="StartNanoseconds">Unix time, from which its latency counts.</param>
/// <param name="Status">The HTTP status; 0 without an answer, or if it is not known.</param>
/// <param name="Failure">What the failure is counted under; null for a success.</param>
internal readonly record struct ImportedRequest(long StartNanoseconds, long DurationNanoseconds, int Status, string? Failure)
{
    /// <summary>The number of requests for which the source kept this one.</summary>
    public long Weight { get; init; } = 1;

    /// <summary>32 hex digits; empty if not known.</summary>
    public string TraceId { get; init; } = "";

    public long Bytes { get; init; }

    public long EndNanoseconds => StartNanoseconds + DurationNanoseconds;

    /// <summary>A success is 2xx or 3xx, unless the source says otherwise.</summary>
    public static string? FailureOf(int status) => status is >= 200 and <= 399 ? null : $"HTTP {status}";

    public RequestEnd End => Failure switch
    {
        null => RequestEnd.Success,
        RequestOutcome.TimedOut => RequestEnd.Unfinished,
        _ => RequestEnd.Failure,
    };

    /// <summary>The request that a server span answered.</summary>
    public static ImportedRequest FromSpan(SpanRecord span)
    {
        var status = (int)(Number(SpanRecord.StatusCode) ?? Number("http.status_code") ?? 0);
        var failure = status > 0 ? FailureOf(status) : null;
        return new ImportedRequest(
            span.StartNanoseconds, span.DurationNanoseconds, status, failure ?? (span.Failed ? "error" : null))
        {
            TraceId = span.TraceId,
            Weight = (long)(Number(ItemCount) ?? 1),
        };

        double? Number(string name) =>
            double.TryParse(span.Attributes.GetValueOrDefault(name), out var number) ? number : null;
    }

    /// <summary>The attribute of spans from Application Insights: for how many the source kept this one.</summary>
    public const string ItemCount = "itemCount";

    public RequestRecord ToRecord() => new(TraceId, Status, Status == 0 ? Failure : null, Bytes)
    {
        Scheduled = StartNanoseconds, Due = StartNanoseconds, Sent = StartNanoseconds, Answered = EndNanoseconds,
        Done = EndNanoseconds,
    };
}
