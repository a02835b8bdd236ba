using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The spans of one trace that have arrived so far, and the reasons for keeping it.</summary>
/// <param name="draw">The number from <see cref="SampleDraw"/>.</param>
internal sealed class CollectedTrace(string id, ulong draw)
{
    private readonly List<SpanRecord> _spans = [];

    public string Id => id;

    public ulong Draw => draw;

    public IReadOnlyList<SpanRecord> Spans => _spans;

    /// <summary>The reasons for keeping the trace, from the spans received so far.</summary>
    public KeepReasons Reasons { get; private set; } = KeepReasons.Sample;

    /// <summary>The reasons for which the trace has been offered.</summary>
    public KeepReasons OfferedFor { get; set; }

    public KeepReasons KeptFor { get; set; }

    /// <summary>The duration of the gateway's server span in nanoseconds; 0 before it arrives.</summary>
    public long RootDuration { get; private set; }

    /// <summary>The arrival of the gateway's server span; null before it.</summary>
    public TimeSpan? RootAt { get; private set; }

    public TimeSpan LastSpanAt { get; private set; }

    public void Add(SpanRecord span, TimeSpan now)
    {
        _spans.Add(span);
        LastSpanAt = now;
        Reasons |= IsThrottled(span) ? KeepReasons.Throttling : span.Failed ? KeepReasons.Failure : KeepReasons.Nothing;
        if (span is { Service: "gateway", Kind: "server" })
        {
            Reasons |= KeepReasons.Slowness;
            RootAt ??= now;
            RootDuration = Math.Max(RootDuration, span.DurationNanoseconds);
        }
    }

    private static bool IsThrottled(SpanRecord span) =>
        span.Attributes.ContainsKey(SpanRecord.CosmosCall)
        && span.Attributes.GetValueOrDefault(SpanRecord.StatusCode) == CosmosRecord.Throttled;
}
