namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// One request as the load generator saw it. Times are Unix time in nanoseconds, by one monotonic clock within a run.
/// </summary>
/// <param name="TraceId">The trace id that was sent with the request, 32 hex digits.</param>
/// <param name="Scheduled">The scheduled start: latency counts from here.</param>
/// <param name="Due">When the request was to be sent: half a simulated round trip after the scheduled start.</param>
/// <param name="Sent">When the request was sent; later than due if the generator was late.</param>
/// <param name="Answered">When the answer had been read to its end.</param>
/// <param name="Done">When the user receives the answer: half a simulated round trip after it was read.</param>
/// <param name="Status">The HTTP status; 0 without an answer.</param>
/// <param name="Error">Why there is no complete answer; null if there is one.</param>
public sealed record RequestRecord(
    string TraceId, long Scheduled, long Due, long Sent, long Answered, long Done, int Status, string? Error, long Bytes)
{
    public bool Successful => Error is null && Status is >= 200 and <= 299;

    public double LatencyMs => (Done - Scheduled) / 1e6;
}
