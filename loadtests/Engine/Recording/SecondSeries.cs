namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>The state of a phase at a moment. <paramref name="Sent"/> counts all requests sent until then.</summary>
internal readonly record struct PhaseState(int Users, int InFlight, long Sent);

/// <summary>The seconds of a phase: histograms of the last few for the live display, compact ones of the others.</summary>
/// <param name="keepsClosed">False for a load that may run for days: only the last few seconds are kept.</param>
internal sealed class SecondSeries(bool keepsClosed)
{
    /// <summary>Five complete seconds, and the one that is not closed yet.</summary>
    private const int Kept = 6;

    private readonly LatencyDistribution[] _recent = [.. Enumerable.Range(0, Kept).Select(_ => new LatencyDistribution())];
    private readonly List<SecondSample> _closed = [];
    private int _second;
    private PhaseState _before;
    private bool _hasCalls;
    private long _calls;
    private long _failedCalls;

    public TimeSpan NextBoundary => TimeSpan.FromSeconds(_second + 1);

    /// <summary>The second that is not closed yet.</summary>
    public LatencyDistribution Current => _recent[_second % Kept];

    /// <summary>Requests that ended after the end of the phase. <see cref="Finish"/> merges it into the last second.</summary>
    public LatencyDistribution AfterEnd { get; } = new();

    /// <summary>Counts a named call that ended in the second that is not closed yet.</summary>
    public void RecordCall(RequestEnd end)
    {
        _hasCalls = true;
        _calls++;
        _failedCalls += end == RequestEnd.Success ? 0 : 1;
    }

    /// <summary>Closes the seconds that are over. The last second of the phase stays open until <see cref="Finish"/>.</summary>
    public void Roll(TimeSpan now, TimeSpan end, PhaseState state)
    {
        while (NextBoundary <= now && NextBoundary < end)
        {
            Close(1, state);
        }
    }

    /// <summary>Must be called once. The histograms of all seconds together then contain the whole phase.</summary>
    public IReadOnlyList<SecondSample> Finish(TimeSpan end, PhaseState state)
    {
        var rest = end - TimeSpan.FromSeconds(_second);
        if (rest > TimeSpan.Zero)
        {
            Close(rest.TotalSeconds, state);
        }

        if (_closed is [.., var last])
        {
            AfterEnd.Merge(LatencyDistribution.FromBytes(last.Latency!));
            _closed[^1] = last with { Latency = AfterEnd.ToBytes() };
        }

        return _closed;
    }

    /// <summary>The requests that ended in the last few seconds, and the length of that period.</summary>
    public (LatencyDistribution Latency, TimeSpan Length) Recent(TimeSpan now)
    {
        var latency = new LatencyDistribution();
        Array.ForEach(_recent, latency.Merge);
        return (latency, now - TimeSpan.FromSeconds(Math.Max(0, _second - (Kept - 1))));
    }

    private void Close(double length, PhaseState state)
    {
        if (keepsClosed)
        {
            _closed.Add(Sample(length, state));
        }

        _before = state;
        (_calls, _failedCalls) = (0, 0);
        _second++;
        Current.Clear();
    }

    private SecondSample Sample(double length, PhaseState state) => new(
        _second, state.Users, Current.Successes.Count, Current.Failed, Current.Mean, Current.Percentile(50),
        Current.Percentile(95))
    {
        Length = length,
        InFlight = state.InFlight,
        Sent = state.Sent - _before.Sent,
        Dropped = Current.Dropped,
        Calls = _hasCalls ? _calls : null,
        FailedCalls = _hasCalls ? _failedCalls : null,
        Latency = Current.ToBytes(),
    };
}
