using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>
/// Latency of all requests by equal stretches of the run in which they were scheduled. Safe for concurrent use.
/// </summary>
internal sealed class LatencyStretches(TimeSpan duration, int count)
{
    private readonly Lock _gate = new();
    private readonly LatencyDistribution[] _stretches = [.. Enumerable.Range(0, count).Select(_ => new LatencyDistribution())];

    private double Seconds => duration.TotalSeconds / count;

    public void Add(RequestObservation request)
    {
        var stretch = Math.Min((int)(request.Scheduled / duration * count), count - 1);
        lock (_gate)
        {
            _stretches[stretch].Record((long)(request.Done - request.Scheduled).TotalMicroseconds, request.Outcome.End);
        }
    }

    /// <summary>To be read when the run has ended.</summary>
    public IEnumerable<SoakSeries> Series() =>
    [
        new SoakSeries("requests", "p50", "ms", Points(50)),
        new SoakSeries("requests", "p99", "ms", Points(99)),
    ];

    private List<SoakPoint> Points(double percentile) =>
    [
        .. _stretches.Index().Where(stretch => stretch.Item.Count > 0).Select(stretch => new SoakPoint(
            (stretch.Index + 0.5) * Seconds, stretch.Item.Percentile(percentile).Milliseconds ?? 0)),
    ];
}
