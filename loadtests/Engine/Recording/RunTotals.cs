namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>
/// The counts and histograms of a whole phase. Its recorder adds to it under a lock until the phase ends; equality has no
/// meaning.
/// </summary>
public record RunTotals : LoadFigures
{
    /// <summary>Reasons come from the user action. The limit bounds memory when each failure has a different reason.</summary>
    private const int MaxReasons = 100;

    /// <summary>Names come from the user action. The limit bounds memory, because each name has histograms.</summary>
    private const int MaxNames = 50;

    private readonly Dictionary<string, long> _failuresByReason = [];
    private readonly Dictionary<string, LatencyDistribution> _calls = [];

    /// <summary>Requests passed to the user action: completed, failed, or in flight when the run was interrupted.</summary>
    public long Sent { get; private set; }

    public long BytesReceived { get; private set; }

    public IReadOnlyDictionary<string, long> FailuresByReason => _failuresByReason;

    /// <summary>Of successes, from sending to the end of the response: without lateness and simulated round trip.</summary>
    public LatencyHistogram ServiceTime { get; } = new();

    /// <summary>The delay of sent requests (timers and busy threads of the generator); part of latency.</summary>
    public LatencyHistogram Lateness { get; } = new();

    /// <summary>
    /// By name, for actions that make several calls in an iteration; empty for actions without named calls. A dropped arrival
    /// makes no call: each call lacks the same share of its arrivals as the iterations.
    /// </summary>
    public IReadOnlyList<CallFigures> Calls => [.. _calls.Select(call => new CallFigures(call.Key, WithDropped(call.Value)))];

    /// <param name="tolerance">The lateness above which a request is counted as late.</param>
    internal void AddSent(TimeSpan lateness, TimeSpan tolerance)
    {
        Sent++;
        Late += lateness > tolerance ? 1 : 0;
        Lateness.Record((long)lateness.TotalMicroseconds);
    }

    /// <param name="waited">The time since the scheduled moment.</param>
    internal void AddUnanswered(TimeSpan waited)
    {
        CutOff++;
        Unanswered++;
        Latency.Record((long)waited.TotalMicroseconds, RequestEnd.Unfinished);
    }

    /// <param name="late">Whether the response came after the end.</param>
    internal void Add(RequestTiming timing, RequestOutcome outcome, bool late)
    {
        BytesReceived += outcome.Bytes;
        Latency.Record((long)timing.Latency.TotalMicroseconds, outcome.HowItEnded);
        if (outcome.FailureReason is { } reason)
        {
            FindOrAdd(_failuresByReason, reason, MaxReasons)++;
        }
        else
        {
            CompletedLate += late ? 1 : 0;
            ServiceTime.Record((long)timing.ServiceTime.TotalMicroseconds);
        }
    }

    internal void AddCall(string name, TimeSpan latency, RequestEnd end)
    {
        ref var call = ref FindOrAdd(_calls, name, MaxNames);
        call ??= new LatencyDistribution();
        call.Record((long)latency.TotalMicroseconds, end);
    }

    /// <summary>A copy of the figures that thresholds are evaluated on.</summary>
    /// <param name="elapsed">The elapsed time of the phase, at most its duration.</param>
    internal LoadFigures ToFigures(TimeSpan elapsed)
    {
        var latency = new LatencyDistribution();
        latency.Merge(Latency);
        return new LoadFigures
        {
            Elapsed = elapsed,
            Latency = latency,
            CompletedLate = CompletedLate,
            Late = Late,
            CutOff = CutOff,
            Unanswered = Unanswered,
        };
    }

    private LatencyDistribution WithDropped(LatencyDistribution call)
    {
        var all = new LatencyDistribution();
        all.Merge(call);
        all.RecordDropped((long)Math.Ceiling(Latency.Dropped * (double)call.Count / Math.Max(1, Latency.Count)));
        return all;
    }

    /// <summary>The value of a name, or of "other" if there are too many names.</summary>
    private static ref T? FindOrAdd<T>(Dictionary<string, T> values, string name, int maxNames)
    {
        var counted = values.Count < maxNames || values.ContainsKey(name) ? name : "other";
        return ref CollectionsMarshal.GetValueRefOrAddDefault(values, counted, out _);
    }
}

/// <summary>The measurements of the calls with one name; an iteration may make several calls.</summary>
public sealed record CallFigures(string Name, LatencyDistribution Latency);
