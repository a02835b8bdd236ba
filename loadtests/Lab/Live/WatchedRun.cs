namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The data of one test for the live page. One caller reads it, once a second.</summary>
internal sealed class WatchedRun(RunView view, TimeProvider time)
{
    // The last reading may be a second old, so the second before it is the last complete one.
    private const int SecondsBehind = 2;

    private readonly CosmosRates _rates = new();
    private readonly LoadRates _loadRates = new(view.Answers);
    private readonly ProcessRates _usage = new(time);

    public LiveSnapshot Read()
    {
        var (load, now, spans) = (view.Load.Snapshot(), time.GetUtcNow(), view.Spans.Counts);
        var cosmos = view.Cosmos.Latest is { } state
            ? _rates.Read(state, load.Completed + load.Failed, now.ToUnixTimeSeconds() - SecondsBehind)
            : null;
        return new LiveSnapshot(
            now, view.Scenario.Title,
            _loadRates.Read(load, PhaseOf(load.Phase), load.Phase == RunPhase.WarmUp ? null : view.Planned, ofLastSecond: false),
            cosmos, [.. view.Processes.Latest().Select(each => LiveProcess.FromInterval(each.Process, each.Interval))],
            new LiveTraceCounts(spans.TracesReceived, spans.TracesKept))
        {
            LoopbackBytesPerSecond = _usage.ReadLoopback(),
        };
    }

    /// <summary>The kept traces of the run, and the last traces, kept or not. Can be called from any thread.</summary>
    public IReadOnlyList<SpanRecord> Traces() =>
        [.. view.Spans.Snapshot().Concat(view.Spans.Recent()).DistinctBy(span => (span.TraceId, span.SpanId))];

    /// <summary>The metrics of the services. Can be called from any thread.</summary>
    public IReadOnlyList<MetricSample> Metrics() => view.Metrics.Snapshot();

    private static string PhaseOf(RunPhase phase) => phase switch
    {
        RunPhase.WarmUp => "warming up",
        RunPhase.Measuring => "measuring",
        RunPhase.Finished => "finished",
        _ => "starting",
    };
}
