namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>What a <see cref="SpanStore"/> was given and what it holds of it, since it was made or cleared.</summary>
/// <param name="TracesReceived">Exact while no trace's spans come further apart than the remembered trace ids reach.</param>
/// <param name="TracesKept">Those that wait for their last spans among them.</param>
public sealed record SpanStoreCounts(long TracesReceived, long TracesKept, long SpansReceived, long SpansKept)
{
    /// <summary>Kept for now, not decided yet.</summary>
    public int TracesWaiting { get; init; }

    /// <summary>Decided before their time, since too many spans were waiting; a late failure may have been missed.</summary>
    public long TracesHurried { get; init; }

    /// <summary>Dropped because their trace had too many.</summary>
    public long SpansOverTraceBound { get; init; }

    /// <summary>Dropped because their trace had been dropped already; most of them would have been anyway.</summary>
    public long SpansTooLate { get; init; }

    public long TracesDropped => TracesReceived - TracesKept;

    public long SpansDropped => SpansReceived - SpansKept;

    /// <summary>Dropped with their trace: neither in the sample nor failed, throttled or slow enough.</summary>
    public long SpansNotChosen => SpansDropped - SpansOverTraceBound - SpansTooLate;
}
