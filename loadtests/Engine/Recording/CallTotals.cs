using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>Counts calls by name. Its owner holds the lock.</summary>
internal sealed class CallTotals
{
    /// <summary>Names come from the user action; each has histograms, and an id in a name must not fill the memory.</summary>
    private const int MaxNames = 50;

    private const string Other = "other";

    private readonly Dictionary<string, LatencyDistribution> _calls = [];

    public IReadOnlyList<CallFigures> Figures => [.. _calls.Select(call => new CallFigures(call.Key, call.Value))];

    public void Add(string name, TimeSpan latency, RequestEnd end)
    {
        if (!_calls.TryGetValue(name, out var call))
        {
            var counted = _calls.Count < MaxNames ? name : Other;
            call = _calls.TryGetValue(counted, out var known) ? known : _calls[counted] = new LatencyDistribution();
        }

        call.Record(latency.Microseconds(), end);
    }
}
