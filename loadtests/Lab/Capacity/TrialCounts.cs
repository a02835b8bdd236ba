using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>Counts the requests of a trial's measured stretch. Safe for concurrent use.</summary>
internal sealed class TrialCounts(TimeSpan from, TimeSpan to, TimeSpan objective)
{
    private const double MicrosecondsInMillisecond = 1_000;

    private readonly Lock _gate = new();
    private readonly LatencyHistogram _latency = new();
    private TimeSpan _service;
    private long _ended;

    /// <summary>Scheduled in the stretch, and over with success within the objective.</summary>
    public long Good { get; private set; }

    /// <summary>Successes per second that ended in the stretch.</summary>
    public double Throughput => _ended / (to - from).TotalSeconds;

    /// <summary>Mean time from sending to the end of the answer.</summary>
    public double ServiceMs => _latency.Count > 0 ? _service.TotalMilliseconds / _latency.Count : 0;

    /// <summary>Scheduled in the stretch and over with success, however late.</summary>
    public long Answered => _latency.Count;

    /// <summary>Scheduled in the stretch and over without success.</summary>
    public long Failed { get; private set; }

    public void Add(RequestObservation request)
    {
        var inStretch = request.Scheduled >= from && request.Scheduled < to;
        lock (_gate)
        {
            if (request.Outcome.Kind != OutcomeKind.Success)
            {
                Failed += inStretch ? 1 : 0;
                return;
            }

            _ended += request.Done >= from && request.Done < to ? 1 : 0;
            if (inStretch)
            {
                AddNeedsLock(request.Done - request.Scheduled, request.Answered - request.Sent);
            }
        }
    }

    public double LatencyMs(double percentile) => _latency.ValueAtPercentile(percentile) / MicrosecondsInMillisecond;

    private void AddNeedsLock(TimeSpan latency, TimeSpan service)
    {
        _latency.Record((long)latency.TotalMicroseconds);
        _service += service;
        Good += latency <= objective ? 1 : 0;
    }
}
