using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Collection;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// The traces of the last minute or two. A store samples over all of its time; here it starts again once a minute, and what it
/// held before is kept for one minute more. Safe for concurrent use.
/// </summary>
internal sealed class TraceWindow(SpanStore store, TimeProvider time)
{
    private static readonly TimeSpan Length = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private IReadOnlyList<SpanRecord> _before = [];
    private long _since = time.GetTimestamp();

    /// <summary>To be called now and then, at least once a minute.</summary>
    public void Roll()
    {
        lock (_gate)
        {
            if (time.GetElapsedTime(_since) >= Length)
            {
                _before = store.Snapshot();
                store.Clear();
                _since = time.GetTimestamp();
            }
        }
    }

    /// <summary>A trace that was under way when the store started again has spans in both halves.</summary>
    public IReadOnlyList<SpanRecord> Read()
    {
        lock (_gate)
        {
            return [.. _before, .. store.Snapshot()];
        }
    }
}
