using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>Counts and histograms over a whole phase.</summary>
internal sealed class RunTotals(TimeSpan lateTolerance)
{
    /// <summary>
    /// Reasons come from the user action; a run in which each failure is worded differently must not fill the memory.
    /// </summary>
    private const int MaxReasons = 100;

    private readonly Dictionary<string, long> _failuresByReason = [];

    public long Sent { get; private set; }

    public long CutOff { get; private set; }

    /// <summary>Of those, the ones that were sent and had no answer when the grace was over.</summary>
    public long Unanswered { get; private set; }

    public long Dropped => Latency.Dropped;

    public long Late { get; private set; }

    public long BytesReceived { get; private set; }

    public long Completed => Latency.Successes.Count;

    /// <summary>Of those, the ones whose answer came after the end, in the grace.</summary>
    public long CompletedLate { get; private set; }

    /// <summary>Answered with a failure, or timed out.</summary>
    public long Failed => Latency.Failed - Unanswered;

    public LatencyDistribution Latency { get; } = new();

    public LatencyHistogram ServiceTime { get; } = new();

    public LatencyHistogram Lateness { get; } = new();

    public CallTotals Calls { get; } = new();

    public IReadOnlyDictionary<string, long> FailuresByReason => _failuresByReason;

    public void AddSent(TimeSpan lateness)
    {
        Sent++;
        Late += lateness > lateTolerance ? 1 : 0;
        Lateness.Record(lateness.Microseconds());
    }

    public void AddCutOff() => CutOff++;

    /// <param name="waited">Since the scheduled moment.</param>
    public void AddUnanswered(TimeSpan waited)
    {
        CutOff++;
        Unanswered++;
        Latency.Record(waited.Microseconds(), RequestEnd.Unfinished);
    }

    public void AddDropped() => Latency.RecordDropped();

    /// <param name="late">The answer came after the end.</param>
    public void Add(RequestTiming timing, RequestOutcome outcome, bool late)
    {
        BytesReceived += outcome.Bytes;
        Latency.Record(timing.Latency.Microseconds(), outcome.End);
        if (outcome.FailureReason is { } reason)
        {
            var counted = _failuresByReason.Count < MaxReasons || _failuresByReason.ContainsKey(reason) ? reason : "other";
            _failuresByReason[counted] = _failuresByReason.GetValueOrDefault(counted) + 1;
        }
        else
        {
            CompletedLate += late ? 1 : 0;
            ServiceTime.Record(timing.ServiceTime.Microseconds());
        }
    }

    /// <summary>A copy of what thresholds look at.</summary>
    /// <param name="elapsed">Of the phase, at most its length.</param>
    public LoadFigures ToFigures(TimeSpan elapsed)
    {
        var latency = new LatencyDistribution();
        latency.Merge(Latency);
        return new LoadFigures(elapsed, Completed, Failed, Dropped, Late, CutOff, latency)
        {
            CompletedLate = CompletedLate,
            Unanswered = Unanswered,
        };
    }
}

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

/// <summary>What was measured of one call by its name; an iteration may make several calls.</summary>
public sealed record CallFigures(string Name, LatencyDistribution Latency);
