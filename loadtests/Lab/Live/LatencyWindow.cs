using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// The requests of the last second, and percentiles over the last five seconds: one second has too few requests for a p99. The
/// histograms are reused. Safe for concurrent use.
/// </summary>
internal sealed class LatencyWindow
{
    private const int Seconds = 5;

    private readonly Lock _gate = new();
    private readonly LatencyDistribution[] _seconds = [.. Enumerable.Range(0, Seconds).Select(_ => new LatencyDistribution())];
    private readonly LatencyDistribution _all = new();
    private int _current;

    public void Add(RequestObservation request)
    {
        lock (_gate)
        {
            _seconds[_current].Record((long)(request.Done - request.Scheduled).TotalMicroseconds, request.Outcome.End);
        }
    }

    /// <summary>Ends the current second and begins the next one.</summary>
    public WindowFigures Roll()
    {
        lock (_gate)
        {
            _all.Clear();
            Array.ForEach(_seconds, _all.Merge);
            var figures = new WindowFigures(
                _seconds[_current].Successes.Count,
                _seconds[_current].Failed,
                _all.Percentile(50),
                _all.Percentile(95),
                _all.Percentile(99),
                _all.SuccessesApart());
            _current = (_current + 1) % Seconds;
            _seconds[_current].Clear();
            return figures;
        }
    }
}

/// <summary>The requests of one second, and the latencies of all requests that ended in the last five seconds.</summary>
internal readonly record struct WindowFigures(
    long Completed, long Failed, LatencyValue P50, LatencyValue P95, LatencyValue P99, LatencyHistogram? Successes);
