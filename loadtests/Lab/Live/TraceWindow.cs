namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// The traces of the last one to two minutes. A store samples over all of its time. The store is therefore cleared once a minute,
/// and its previous content is kept for one more minute. Safe for concurrent use.
/// </summary>
internal sealed class TraceWindow(SpanStore store, TimeProvider time)
{
    private static readonly TimeSpan Length = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private IReadOnlyList<SpanRecord> _before = [];
    private long _since = time.GetTimestamp();

    /// <summary>Must be called at least once a minute.</summary>
    public void Roll()
    {
        using var scope = _gate.EnterScope();
        if (time.GetElapsedTime(_since) >= Length)
        {
            _before = store.Snapshot();
            store.Clear();
            _since = time.GetTimestamp();
        }
    }

    /// <summary>Returns the spans of both minutes. A trace that was in progress at the clearing has spans in both.</summary>
    public IReadOnlyList<SpanRecord> Read() => _gate.Read<IReadOnlyList<SpanRecord>>(() => [.. _before, .. store.Snapshot()]);
}
