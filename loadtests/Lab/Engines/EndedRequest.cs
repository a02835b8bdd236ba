using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>
/// A request that was answered, or had no answer at the end of the grace period. <paramref name="At"/> is its end, counted from
/// the start of the first request.
/// </summary>
/// <param name="Users">The number of users at its end.</param>
internal readonly record struct EndedRequest(TimeSpan At, TimeSpan Latency, RequestEnd End, int Users);

internal static class EndedRequests
{
    public static LatencyDistribution Latency(this IEnumerable<EndedRequest> requests)
    {
        var latency = new LatencyDistribution();
        foreach (var request in requests)
        {
            latency.Record((long)request.Latency.TotalMicroseconds, request.End);
        }

        return latency;
    }
}
