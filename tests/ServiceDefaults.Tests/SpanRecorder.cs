using System.Collections.Concurrent;
using System.Diagnostics;

namespace DroneDelivery.ServiceDefaults.Tests;

/// <summary>Keeps the spans of some sources once they have ended, as an exporter sees them.</summary>
internal sealed class SpanRecorder : IDisposable
{
    private readonly ConcurrentQueue<Activity> _started = new();
    private readonly ConcurrentQueue<Activity> _ended = new();
    private readonly ActivityListener _listener;

    public SpanRecorder(params string[] sources)
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = source => sources.Contains(source.Name),
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStarted = _started.Enqueue,
            ActivityStopped = _ended.Enqueue,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    /// <summary>Other tests make spans at the same time; those below one parent are this test's.</summary>
    public Activity[] ChildrenOf(Activity parent) => [.. _ended.Where(span => span.ParentId == parent.Id)];

    public Activity[] InTrace(ActivityTraceId trace) => [.. _ended.Where(span => span.TraceId == trace)];

    public Activity[] StartedInTrace(ActivityTraceId trace) => [.. _started.Where(span => span.TraceId == trace)];

    public void Dispose() => _listener.Dispose();
}
