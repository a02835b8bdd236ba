using System.Runtime.InteropServices;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>Counts and histograms over a whole phase.</summary>
internal sealed class RunTotals(TimeSpan lateTolerance)
{
    /// <summary>Reasons come from the user action. The limit bounds memory when each failure has a different reason.</summary>
    private const int MaxReasons = 100;

    private readonly Dictionary<string, long> _failuresByReason = [];

    public long Sent { get; private set; }

    public long CutOff { get; private set; }

    /// <summary>The cut-off requests that were sent and had no response when the grace period was over.</summary>
    public long Unanswered { get; private set; }

    public long Dropped => Latency.Dropped;

    public long Late { get; private set; }

    public long BytesReceived { get; private set; }

    public long Completed => Latency.Successes.Count;

    /// <summary>The completed requests whose response came after the end, in the grace period.</summary>
    public long CompletedLate { get; private set; }

    /// <summary>Requests with a failure as response, or timed out.</summary>
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

    /// <param name="waited">The time since the scheduled moment.</param>
    public void AddUnanswered(TimeSpan waited)
    {
        CutOff++;
        Unanswered++;
        Latency.Record(waited.Microseconds(), RequestEnd.Unfinished);
    }

    public void AddDropped() => Latency.RecordDropped();

    /// <param name="late">Whether the response came after the end.</param>
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

    /// <summary>A copy of the figures that thresholds are evaluated on.</summary>
    /// <param name="elapsed">The elapsed time of the phase, at most its duration.</param>
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

/// <summary>Counts calls by name. The caller holds the lock.</summary>
internal sealed class CallTotals
{
    /// <summary>Names come from the user action. The limit bounds memory, because each name has histograms.</summary>
    private const int MaxNames = 50;

    private readonly Dictionary<string, LatencyDistribution> _calls = [];

    public IReadOnlyList<CallFigures> Figures => [.. _calls.Select(call => new CallFigures(call.Key, call.Value))];

    public void Add(string name, TimeSpan latency, RequestEnd end)
    {
        var counted = _calls.Count < MaxNames || _calls.ContainsKey(name) ? name : "other";
        ref var call = ref CollectionsMarshal.GetValueRefOrAddDefault(_calls, counted, out _);
        (call ??= new LatencyDistribution()).Record(latency.Microseconds(), end);
    }
}

/// <summary>The measurements of the calls with one name; an iteration may make several calls.</summary>
public sealed record CallFigures(string Name, LatencyDistribution Latency);
