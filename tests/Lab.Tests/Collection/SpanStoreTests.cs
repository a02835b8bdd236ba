using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Collection;

namespace DroneDelivery.Lab.Tests.Collection;

public sealed class SpanStoreTests
{
    [Fact]
    public void Store_FewTraces_KeepsAllInOrderOfStart()
    {
        var store = new SpanStore(seed: 1);

        store.Add([Span(trace: 2, start: 30), Span(trace: 1, start: 20)]);
        store.Add([Span(trace: 2, start: 25), Span(trace: 1, start: 10)]);

        Assert.Equal([10, 20, 25, 30], store.Snapshot().Select(span => span.StartNanoseconds));
        Assert.Equal(new SpanStoreCounts(TracesReceived: 2, TracesKept: 2, SpansReceived: 4, SpansKept: 4), store.Counts);
    }

    [Fact]
    public void Store_MoreTracesThanTheBound_KeepsWholeTracesAndCountsTheRest()
    {
        var store = new SpanStore(seed: 1, new SpanStoreLimits { Traces = 40 });

        // Three services export one after the other: the parts of a trace arrive far apart.
        for (var part = 0; part < 3; part++)
        {
            store.Add([.. Enumerable.Range(1, 1_000).Select(trace => Span(trace, part))]);
        }

        var traces = store.Snapshot().GroupBy(span => span.TraceId).ToList();
        Assert.Equal(40, traces.Count);
        Assert.All(traces, trace => Assert.Equal(3, trace.Count()));
        Assert.Equal(new SpanStoreCounts(1_000, TracesKept: 40, SpansReceived: 3_000, SpansKept: 120), store.Counts);
        Assert.Equal((960, 2_880), (store.Counts.TracesDropped, store.Counts.SpansDropped));
    }

    [Fact]
    public void Store_RefusedIdsForgotten_StillKeepsWholeTracesOnly()
    {
        var store = new SpanStore(seed: 1, new SpanStoreLimits { Traces = 10, RememberedTraceIds = 5 });

        for (var part = 0; part < 4; part++)
        {
            store.Add([.. Enumerable.Range(1, 500).Select(trace => Span(trace, part))]);
        }

        Assert.All(store.Snapshot().GroupBy(span => span.TraceId), trace => Assert.Equal(4, trace.Count()));
    }

    [Fact]
    public void Store_SameSeed_KeepsTheSameTracesInWhateverOrderTheyCome()
    {
        var spans = Enumerable.Range(1, 500).Select(trace => Span(trace, trace)).ToArray();
        var backwards = spans.Reverse().ToArray();

        Assert.Equal(Sample(seed: 5, spans), Sample(seed: 5, backwards));
        Assert.NotEqual(Sample(seed: 5, spans), Sample(seed: 6, spans));
    }

    [Fact]
    public void Store_ManySeeds_KeepsEarlyAndLateTracesAlike()
    {
        var spans = Enumerable.Range(1, 100).Select(trace => Span(trace, trace)).ToArray();

        var kept = Enumerable.Range(1, 1_000).SelectMany(seed => Sample((ulong)seed, spans)).CountBy(id => id).ToDictionary();

        // 100 expected for each; seven standard deviations (9.5) either way.
        Assert.Equal(100, kept.Count);
        Assert.All(kept.Values, times => Assert.InRange(times, 34, 166));
        Assert.InRange(spans.Take(50).Sum(span => kept[span.TraceId]), 4_700, 5_300);
    }

    [Fact]
    public void Store_TraceOverItsBound_DropsItsFurtherSpans()
    {
        var store = new SpanStore(seed: 1, new SpanStoreLimits { SpansPerTrace = 3 });

        store.Add([.. Enumerable.Range(0, 10).Select(start => Span(trace: 1, start))]);

        Assert.Equal([0, 1, 2], store.Snapshot().Select(span => span.StartNanoseconds));
        Assert.Equal(7, store.Counts.SpansDropped);
    }

    [Fact]
    public void Store_Cleared_StartsFromNothing()
    {
        var store = new SpanStore(seed: 1, new SpanStoreLimits { Traces = 1 });
        store.Add([Span(trace: 1), Span(trace: 2), Span(trace: 3)]);

        store.Clear();

        Assert.Empty(store.Snapshot());
        Assert.Equal(new SpanStoreCounts(0, 0, 0, 0), store.Counts);
        store.Add([Span(trace: 1), Span(trace: 2), Span(trace: 3)]);
        Assert.Equal(3, store.Counts.TracesReceived);
    }

    [Fact]
    public async Task Store_ManyThreads_CountsEverySpan()
    {
        var store = new SpanStore(seed: 1, new SpanStoreLimits { Traces = 50 });

        await Task.WhenAll(Enumerable.Range(0, 8).Select(part => Task.Run(() =>
        {
            for (var trace = 1; trace <= 1_000; trace++)
            {
                store.Add([Span(trace, part)]);
                if (trace % 100 == 0)
                {
                    store.Snapshot();
                }
            }
        })));

        Assert.Equal(new SpanStoreCounts(1_000, TracesKept: 50, SpansReceived: 8_000, SpansKept: 400), store.Counts);
        Assert.Equal(400, store.Snapshot().Count);
    }

    private static List<string> Sample(ulong seed, SpanRecord[] spans)
    {
        var store = new SpanStore(seed, new SpanStoreLimits { Traces = 10 });
        store.Add(spans);
        return [.. store.Snapshot().Select(span => span.TraceId)];
    }

    private static SpanRecord Span(int trace, long start = 0) => new(
        trace.ToString("x32"), "0102030405060708", null, "gateway", "work", "server", start, 1, false,
        new Dictionary<string, string>());
}
