namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>What a <see cref="SpanStore"/> was given and what it holds of it, since it was made or cleared.</summary>
/// <param name="TracesReceived">Exact while no trace's spans come further apart than the remembered trace ids reach.</param>
public sealed record SpanStoreCounts(long TracesReceived, long TracesKept, long SpansReceived, long SpansKept)
{
    public long TracesDropped => TracesReceived - TracesKept;

    public long SpansDropped => SpansReceived - SpansKept;
}
