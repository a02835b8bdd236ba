using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed class ListedTraceTests
{
    private static readonly long Started = SampleRecords.Run.Manifest.StartedAt.ToUnixTimeMilliseconds();

    [Fact]
    public void Choose_ManyTraces_HasFiveSlowestAndFiveAroundTheMedian()
    {
        var listed = Choose(Enumerable.Range(1, 40).Select(number => Trace(number * 10)), medianMs: 300);

        Assert.Equal(
            [("slowest", 500.0), ("slowest", 490), ("slowest", 480), ("slowest", 470), ("slowest", 460)],
            listed.Take(5).Select(trace => (trace.Which, trace.DurationMs)));
        Assert.Equal([280.0, 290, 300, 310, 320], listed.Skip(5).Select(trace => trace.DurationMs).Order());
        Assert.All(listed.Skip(5), trace => Assert.Equal("median", trace.Which));
        Assert.Equal(("t400", "200"), (listed[0].TraceId, listed[0].Status));
    }

    [Fact]
    public void Choose_FailedRequests_AreListedInTheOrderOfTime()
    {
        string?[] errors = [null, "timeout", null, null, null, null, null];

        var listed = Choose(
            errors.Select((_, index) => Trace(100 + index, startMs: index * 1_000)),
            medianMs: 0,
            request => request.TraceId is "t101" ? request with { Error = "timeout", Status = 0 }
                : request.TraceId is "t106" ? request with { Status = 503 }
                : request);

        Assert.Equal(
            [("t101", "failed, median", "timeout"), ("t106", "slowest, failed", "503")],
            listed.Where(trace => trace.Which.Contains("failed", StringComparison.Ordinal)).OrderBy(trace => trace.TraceId)
                .Select(trace => (trace.TraceId, trace.Which, trace.Status)));
    }

    // The import counts such a request as a success.
    [Fact]
    public void Choose_NotModifiedInAnImportedRun_IsNoFailure()
    {
        var run = SampleRecords.Run;
        var imported = run with { Manifest = run.Manifest with { Import = new ImportRecord("k6", [], "first byte", []) } };
        var requests = SyntheticSamples.Requests([.. Trace(100)]).Select(request => request with { Status = 304 });

        var listed = ListedTrace.Choose(imported, RunSamples.None with { Requests = [.. requests] }, TraceTree.BuildAll([]));

        Assert.Equal(("slowest, median", "304"), (Assert.Single(listed).Which, listed[0].Status));
    }

    [Fact]
    public void Choose_Start_IsInSecondsOfTheLoad() =>
        Assert.Equal(2.95, Assert.Single(Choose([Trace(100, startMs: 3_000)], medianMs: 200)).StartSeconds, 0.001);

    [Fact]
    public void Choose_NoRequestsKept_HasTheDurationsOfTheEntryService()
    {
        var spans = Trace(100).Select(span => span with { Failed = span.Kind == "server" }).Concat(Trace(200)).ToList();

        var listed = ListedTrace.Choose(SampleRecords.Run, RunSamples.None with { Spans = spans }, TraceTree.BuildAll(spans));

        Assert.Equal(
            [("t200", "slowest, median", 200.0, "–"), ("t100", "slowest, failed, median", 100, "failed")],
            listed.Select(trace => (trace.TraceId, trace.Which, trace.DurationMs, trace.Status)));
    }

    [Fact]
    public void Choose_RequestWithoutATrace_IsNotListed()
    {
        var (kept, lost) = (Trace(100), Trace(200));
        var requests = SyntheticSamples.Requests([.. kept, .. lost]);

        var listed = ListedTrace.Choose(
            SampleRecords.Run, RunSamples.None with { Spans = kept, Requests = [.. requests] }, TraceTree.BuildAll(kept));

        Assert.Equal("t100", Assert.Single(listed).TraceId);
    }

    [Fact]
    public void Choose_RunWithoutSpans_ListsItsRequests()
    {
        var requests = SyntheticSamples.Requests([.. Trace(100), .. Trace(200)]);

        var listed = ListedTrace.Choose(
            SampleRecords.Run, RunSamples.None with { Requests = [.. requests] }, TraceTree.BuildAll([]));

        Assert.Equal([("t200", 300.0), ("t100", 200.0)], listed.Select(trace => (trace.TraceId, trace.DurationMs)));
    }

    /// <summary>Each request takes 100 ms longer than its trace.</summary>
    private static IReadOnlyList<ListedTrace> Choose(
        IEnumerable<IReadOnlyList<SpanRecord>> traces, double medianMs, Func<RequestRecord, RequestRecord>? change = null)
    {
        var spans = traces.SelectMany(trace => trace).ToList();
        var load = SampleRecords.Run.Load;
        return ListedTrace.Choose(
            SampleRecords.Run with { Load = load with { Latency = load.Latency with { P50Ms = medianMs } } },
            RunSamples.None with { Spans = spans, Requests = [.. SyntheticSamples.Requests(spans).Select(change ?? (request => request))] },
            TraceTree.BuildAll(spans));
    }

    private static IReadOnlyList<SpanRecord> Trace(double durationMs, long startMs = 0) =>
        TraceBuilder.Invoice(FormattableString.Invariant($"t{durationMs}"), durationMs, Started + startMs).Spans;
}
