using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>A phase at a moment: who is there, and what has been sent and dropped until then.</summary>
internal readonly record struct PhaseState(int Users, int InFlight, long Sent, long Dropped);

/// <summary>
/// Second after second of a phase. The last few stay open for the live display, so that memory does not grow with their
/// histograms.
/// </summary>
/// <param name="keepsClosed">False for a load that may run for days: only the open seconds are known.</param>
internal sealed class SecondSeries(bool keepsClosed)
{
    private const int Kept = 5;

    private readonly Interval[] _recent = [.. Enumerable.Range(0, Kept).Select(_ => new Interval())];
    private readonly List<SecondSample> _closed = [];
    private int _second;
    private PhaseState _before;

    public TimeSpan NextBoundary => TimeSpan.FromSeconds(_second + 1);

    private Interval Current => _recent[_second % Kept];

    public void Add(TimeSpan latency, OutcomeKind kind) => Current.Add(latency, kind);

    /// <summary>
    /// Closes the seconds that are over. The one that touches the end of the phase stays open until <see cref="Finish"/>.
    /// </summary>
    public void Roll(TimeSpan now, TimeSpan end, PhaseState state)
    {
        while (NextBoundary <= now && NextBoundary < end)
        {
            Close(1, state);
        }
    }

    public IReadOnlyList<SecondSample> Finish(TimeSpan end, PhaseState state)
    {
        var rest = end - TimeSpan.FromSeconds(_second);
        if (rest > TimeSpan.Zero)
        {
            Close(rest.TotalSeconds, state);
        }

        return _closed;
    }

    /// <summary>The latencies of the last few seconds, and how long these lasted.</summary>
    public (LatencyHistogram Latency, TimeSpan Length) Recent(TimeSpan now)
    {
        var latency = new LatencyHistogram();
        foreach (var interval in _recent)
        {
            latency.Merge(interval.Latency);
        }

        return (latency, now - TimeSpan.FromSeconds(Math.Max(0, _second - (Kept - 1))));
    }

    private void Close(double length, PhaseState state)
    {
        if (keepsClosed)
        {
            _closed.Add(Sample(length, state));
        }

        _before = state;
        _second++;
        Current.Clear();
    }

    private SecondSample Sample(double length, PhaseState state) => new(
        _second,
        length,
        state.Users,
        Current.Latency.Count,
        Current.Failed,
        Current.PercentileMs(50),
        Current.PercentileMs(95),
        Current.MeanMs,
        state.InFlight)
    {
        Sent = state.Sent - _before.Sent,
        Dropped = state.Dropped - _before.Dropped,
    };
}
