namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The counters for <see cref="SpanStoreCounts"/>.</summary>
internal sealed class SpanCounters
{
    public long Traces { get; set; }

    public long Received { get; set; }

    public long Kept { get; set; }

    public long OverTraceBound { get; set; }

    public long TooLate { get; set; }

    public long TracesHurried { get; set; }

    public SpanStoreCounts ToCounts(int decided, int waiting) => new(Traces, decided + waiting, Received, Kept)
    {
        TracesWaiting = waiting,
        TracesHurried = TracesHurried,
        SpansOverTraceBound = OverTraceBound,
        SpansTooLate = TooLate,
    };

    public void Clear() => (Traces, Received, Kept, OverTraceBound, TooLate, TracesHurried) = (0, 0, 0, 0, 0, 0);
}
