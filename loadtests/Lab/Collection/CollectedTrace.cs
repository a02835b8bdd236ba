using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The spans of one trace that have arrived so far, and the reasons for keeping it.</summary>
/// <param name="draw">As <see cref="SampleDraw"/> has it.</param>
internal sealed class CollectedTrace(string id, ulong draw)
{
    private const string TooManyRequests = "429";

    private readonly List<SpanRecord> _spans = [];

    public string Id => id;

    public ulong Draw => draw;

    public IReadOnlyList<SpanRecord> Spans => _spans;

    /// <summary>Why the trace may be kept, as far as its spans tell.</summary>
    public KeepReasons Reasons { get; private set; } = KeepReasons.Sample;

    /// <summary>The reasons that it was offered for already.</summary>
    public KeepReasons OfferedFor { get; set; }

    public KeepReasons KeptFor { get; set; }

    /// <summary>Of the gateway's server span, in nanoseconds; 0 until it has come.</summary>
    public long RootDuration { get; private set; }

    /// <summary>When the gateway's server span came; null until then.</summary>
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
        && span.Attributes.GetValueOrDefault(SpanRecord.StatusCode) == TooManyRequests;
}
