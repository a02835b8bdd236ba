using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The spans of one trace that have come so far, and what they say of it.</summary>
/// <param name="draw">The trace's number in the lottery of the uniform samples.</param>
internal sealed class StoredTrace(string id, ulong draw)
{
    private const string TooManyRequests = "429";

    private readonly List<SpanRecord> _spans = [];

    public string Id => id;

    public ulong Draw => draw;

    public IReadOnlyList<SpanRecord> Spans => _spans;

    /// <summary>What the trace deserves to be kept for, as far as its spans tell.</summary>
    public KeptFor Merits { get; private set; } = KeptFor.Sample;

    /// <summary>What it has been offered for already.</summary>
    public KeptFor Offered { get; set; }

    public KeptFor KeptFor { get; set; }

    /// <summary>Of the gateway's server span, in nanoseconds; 0 until it has come.</summary>
    public long RootDuration { get; private set; }

    /// <summary>When the gateway's server span came; null until then.</summary>
    public TimeSpan? RootAt { get; private set; }

    public TimeSpan LastSpanAt { get; private set; }

    public void Add(SpanRecord span, TimeSpan now)
    {
        _spans.Add(span);
        LastSpanAt = now;
        Merits |= IsThrottled(span) ? KeptFor.Throttling : span.Failed ? KeptFor.Failure : KeptFor.Nothing;
        if (span is { Service: "gateway", Kind: "server" })
        {
            Merits |= KeptFor.Slowness;
            RootAt ??= now;
            RootDuration = Math.Max(RootDuration, span.DurationNanoseconds);
        }
    }

    private static bool IsThrottled(SpanRecord span) =>
        span.Attributes.ContainsKey(SpanRecord.CosmosCall)
        && span.Attributes.GetValueOrDefault(SpanRecord.StatusCode) == TooManyRequests;
}
