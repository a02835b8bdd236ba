using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>Counts calls by name. Its owner holds the lock.</summary>
internal sealed class CallTotals
{
    /// <summary>Names come from the user action; each has a histogram, and an id in a name must not fill the memory.</summary>
    private const int MaxNames = 50;

    private const string Other = "other";

    private readonly Dictionary<string, CallTotal> _calls = [];

    public IReadOnlyList<CallFigures> Figures => [.. _calls.Select(call => call.Value.ToFigures(call.Key))];

    public void Add(string name, TimeSpan latency, OutcomeKind kind)
    {
        if (!_calls.TryGetValue(name, out var call))
        {
            var counted = _calls.Count < MaxNames ? name : Other;
            call = _calls.TryGetValue(counted, out var known) ? known : _calls[counted] = new CallTotal();
        }

        call.Add(latency, kind);
    }

    private sealed class CallTotal
    {
        private readonly LatencyHistogram _latency = new();
        private long _failed;

        public void Add(TimeSpan latency, OutcomeKind kind)
        {
            if (kind == OutcomeKind.Success)
            {
                _latency.Record(latency.Microseconds());
            }
            else
            {
                _failed++;
            }
        }

        public CallFigures ToFigures(string name) => new(name, _latency.Count, _failed, _latency);
    }
}
