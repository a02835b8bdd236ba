using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>
/// A request that was answered, or waited for until the grace was over. <paramref name="At"/>: its end, from the first request's
/// start.
/// </summary>
/// <param name="Users">How many users there were at its end.</param>
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
