namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The spans of one trace that have arrived so far, and the reasons for keeping it.</summary>
/// <param name="draw">The number from <see cref="SampleDraw"/>.</param>
/// <param name="entry">As <see cref="SpanStoreLimits.EntryService"/>.</param>
internal sealed class CollectedTrace(string id, ulong draw, string? entry)
{
    private readonly List<SpanRecord> _spans = [];

    // The arrival of the longest server span of the entry service; null before it.
    private TimeSpan? _rootAt;
    private TimeSpan _lastSpanAt;

    public string Id => id;

    public ulong Draw => draw;

    public IReadOnlyList<SpanRecord> Spans => _spans;

    /// <summary>The reasons for keeping the trace, from the spans received so far.</summary>
    public KeepReasons Reasons { get; private set; } = KeepReasons.Sample;

    /// <summary>The reasons for which the trace has been offered.</summary>
    public KeepReasons OfferedFor { get; set; }

    /// <summary>Whether the trace is not decided yet: it has not been offered.</summary>
    public bool IsPending => OfferedFor == KeepReasons.Nothing;

    public KeepReasons KeptFor { get; set; }

    /// <summary>The duration of the root in nanoseconds, the longest if there are several; 0 before it arrives.</summary>
    public long RootDuration { get; private set; }

    public void Add(SpanRecord span, TimeSpan now)
    {
        _spans.Add(span);
        _lastSpanAt = now;
        Reasons |= span.IsThrottledCall ? KeepReasons.Throttling : span.Failed ? KeepReasons.Failure : KeepReasons.Nothing;
        if (span.Kind == "server" && (entry is null || span.Service == entry))
        {
            Reasons |= KeepReasons.Slowness;
            _rootAt = span.DurationNanoseconds > RootDuration ? now : _rootAt ?? now;
            RootDuration = Math.Max(RootDuration, span.DurationNanoseconds);
        }
    }

    /// <summary>Whether the time for which the trace stays pending is over.</summary>
    public bool IsDue(TimeSpan now, SpanStoreLimits limits) => now - _lastSpanAt >= limits.WaitWithoutRoot
        || (_rootAt is { } rootAt && now - rootAt >= limits.WaitAfterRoot && HasRoot());

    // The root's caller is the load generator, which sends no spans. The server span of a call may come long before the root.
    private bool HasRoot() => entry is not null || _spans.Where(span => span.Kind == "server")
        .Select(span => span.ParentSpanId).Except(_spans.Select(span => span.SpanId)).Any();
}
