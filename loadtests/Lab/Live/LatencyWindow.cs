using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// What users saw in the last second, and the percentiles of the last few: one second alone has too few requests for a p99. The
/// same histograms are used again and again. Safe for concurrent use.
/// </summary>
internal sealed class LatencyWindow
{
    private const int Seconds = 5;
    private const double MicrosecondsInMillisecond = 1000;

    private readonly Lock _gate = new();
    private readonly LatencyHistogram[] _seconds = [.. Enumerable.Range(0, Seconds).Select(_ => new LatencyHistogram())];
    private readonly LatencyHistogram _all = new();
    private int _current;
    private long _failed;

    public void Add(RequestObservation request)
    {
        lock (_gate)
        {
            if (request.Outcome.Kind == OutcomeKind.Success)
            {
                _seconds[_current].Record((request.Done - request.Scheduled).Ticks / TimeSpan.TicksPerMicrosecond);
            }
            else
            {
                _failed++;
            }
        }
    }

    /// <summary>Closes the second under way and begins the next.</summary>
    public WindowFigures Roll()
    {
        lock (_gate)
        {
            _all.Clear();
            Array.ForEach(_seconds, _all.Merge);
            var figures = new WindowFigures(_seconds[_current].Count, _failed, At(50), At(95), At(99));
            _current = (_current + 1) % Seconds;
            _seconds[_current].Clear();
            _failed = 0;
            return figures;
        }
    }

    private double? At(double percentile) =>
        _all.Count > 0 ? _all.ValueAtPercentile(percentile) / MicrosecondsInMillisecond : null;
}

/// <summary>Requests of one second, and latencies in ms of the last few; null where nothing was answered.</summary>
internal readonly record struct WindowFigures(long Completed, long Failed, double? P50Ms, double? P95Ms, double? P99Ms);
