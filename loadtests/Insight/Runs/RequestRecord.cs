namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// One request as the load generator saw it. Times are Unix time in nanoseconds, by one monotonic clock within a run.
/// </summary>
/// <param name="TraceId">The trace id that was sent along, 32 hex digits.</param>
/// <param name="Scheduled">When the user meant to ask: latency counts from here.</param>
/// <param name="Due">When the request was to leave: half a simulated round trip later.</param>
/// <param name="Sent">When it left; later than due where the generator was late.</param>
/// <param name="Answered">When the answer had been read to its end.</param>
/// <param name="Done">When the user has the answer: half a simulated round trip later.</param>
/// <param name="Status">The HTTP status; 0 where no answer came.</param>
/// <param name="Error">Why there is no whole answer; null where there is one.</param>
public sealed record RequestRecord(
    string TraceId, long Scheduled, long Due, long Sent, long Answered, long Done, int Status, string? Error, long Bytes)
{
    public bool Successful => Error is null && Status is >= 200 and <= 299;

    public double LatencyMs => (Done - Scheduled) / 1e6;
}
