using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>The uniform sample, order, counts and bounds.</summary>
public sealed class SpanStoreTests
{
    private static readonly SpanStoreLimits SampleOnly = new() { Traces = 40, SlowestTraces = 0 };

    private readonly ManualTimeProvider _time = new();

    [Fact]
    public void Store_FewTraces_KeepsAllInOrderOfStart()
    {
        var store = new SpanStore(seed: 1, new SpanStoreLimits(), _time);

        store.Add([Spans.Root(trace: 2, start: 30), Spans.Root(trace: 1, start: 20)]);
        store.Add([Spans.Call(trace: 2, start: 25), Spans.Call(trace: 1, start: 10)]);

        Assert.Equal([10, 20, 25, 30], store.Snapshot().Select(span => span.StartNanoseconds));
        Assert.Equal(new SpanStoreCounts(2, 2, SpansReceived: 4, SpansKept: 4) { TracesWaiting = 2 }, store.Counts);
    }

    [Fact]
    public void Store_EntryServiceIsNotKnown_KeepsTheTracesWithTheLongestServerSpans()
    {
        var store = new SpanStore(
            seed: 1, new SpanStoreLimits { EntryService = null, Traces = 0, SlowestTraces = 1 }, _time);

        store.Add([.. Enumerable.Range(1, 8).Select(trace => Spans.Root(trace, duration: trace % 5) with { Service = "shop" })]);
        store.Settle();

        Assert.Equal(Spans.IdOf(4), Assert.Single(store.Snapshot()).TraceId);
    }

    [Fact]
    public void Store_MoreTracesThanTheBound_KeepsWholeTracesAndCountsTheRest()
    {
        var store = new SpanStore(seed: 1, SampleOnly, _time);

        // Three services export one after the other: the parts of a trace arrive far apart.
        for (var part = 0; part < 3; part++)
        {
            store.Add([.. Enumerable.Range(1, 1_000).Select(trace => Spans.Root(trace, part))]);
        }

        store.Settle();

        var traces = store.Snapshot().GroupBy(span => span.TraceId).ToList();
        Assert.Equal(40, traces.Count);
        Assert.All(traces, trace => Assert.Equal(3, trace.Count()));
        Assert.Equal(new SpanStoreCounts(1_000, TracesKept: 40, SpansReceived: 3_000, SpansKept: 120), store.Counts);
        Assert.Equal((960, 2_880), (store.Counts.TracesDropped, store.Counts.SpansDropped));
    }

    [Fact]
    public void Store_SameSeed_KeepsTheSameTracesInWhateverOrderTheyCome()
    {
        var spans = Enumerable.Range(1, 500).Select(trace => Spans.Root(trace, trace)).ToArray();
        var backwards = spans.Reverse().ToArray();

        Assert.Equal(Sample(seed: 5, spans), Sample(seed: 5, backwards));
        Assert.NotEqual(Sample(seed: 5, spans), Sample(seed: 6, spans));
    }

    [Fact]
    public void Store_ManySeeds_KeepsEarlyAndLateTracesAlike()
    {
        var spans = Enumerable.Range(1, 100).Select(trace => Spans.Root(trace, trace)).ToArray();

        var kept = Enumerable.Range(1, 1_000).SelectMany(seed => Sample((ulong)seed, spans)).CountBy(id => id).ToDictionary();

        // 100 expected for each; seven standard deviations (9.5) either way.
        Assert.Equal(100, kept.Count);
        Assert.All(kept.Values, times => Assert.InRange(times, 34, 166));
        Assert.InRange(spans.Take(50).Sum(span => kept[span.TraceId]), 4_700, 5_300);
    }

    [Fact]
    public void Store_TraceOverItsBound_DropsItsFurtherSpans()
    {
        var store = new SpanStore(seed: 1, new SpanStoreLimits { SpansPerTrace = 3 }, _time);

        store.Add([.. Enumerable.Range(0, 10).Select(start => Spans.Root(trace: 1, start))]);

        Assert.Equal([0, 1, 2], store.Snapshot().Select(span => span.StartNanoseconds));
        Assert.Equal(7, store.Counts.SpansDropped);
    }

    [Fact]
    public void Store_Cleared_StartsFromNothing()
    {
        var store = new SpanStore(seed: 1, SampleOnly with { Traces = 1 }, _time);
        store.Add([Spans.Root(trace: 1), Spans.Root(trace: 2), Spans.Root(trace: 3)]);
        store.Settle();

        store.Clear();

        Assert.Empty(store.Snapshot());
        Assert.Empty(store.Recent());
        Assert.Equal(new SpanStoreCounts(0, 0, 0, 0), store.Counts);
        store.Add([Spans.Root(trace: 1, start: 0)]);
        Assert.Equal(1, store.Counts.SpansReceived);
    }

    [Fact]
    public void Store_ClearedWithoutEarlierSpans_RefusesThoseThatBeganBefore()
    {
        var store = new SpanStore(seed: 1, SampleOnly, _time);

        store.Clear(refuseEarlier: true);

        var now = _time.GetUtcNow().ToUnixTimeMilliseconds() * 1_000_000;
        store.Add([Spans.Root(trace: 1, start: now - 1), Spans.Root(trace: 2, start: now), Spans.Root(trace: 3, start: now)]);
        Assert.Equal((2, 2), (store.Counts.TracesReceived, store.Counts.SpansReceived));
    }

    // The gateway probes each backend once a second: they would take a tenth of the sample.
    [Theory]
    [InlineData("/health/live")]
    [InlineData("/Health/ready/")]
    [InlineData("/healthz")]
    [InlineData("/livez")]
    [InlineData("/readyz")]
    [InlineData("/alive")]
    public void Store_HealthProbes_AreNeitherKeptNorCounted(string path)
    {
        var store = new SpanStore(seed: 1, SampleOnly, _time);
        var answer = Spans.Root(trace: 2) with
        {
            Service = "delivery",
            Attributes = new Dictionary<string, string> { [SpanRecord.Route] = path },
        };
        var call = Spans.Root(trace: 2) with
        {
            Kind = "client",
            Attributes = new Dictionary<string, string> { ["url.full"] = $"http://127.0.0.1:5111{path}" },
        };

        store.Add([Spans.Root(trace: 1), answer, call]);

        Assert.Equal(Spans.IdOf(1), Assert.Single(store.Snapshot()).TraceId);
        Assert.Equal((1, 1), (store.Counts.TracesReceived, store.Counts.SpansReceived));
    }

    [Theory]
    [InlineData("/healthy")]
    [InlineData("/deliveries/health")]
    public void Store_PathThatOnlyLooksLikeAProbe_IsKept(string path)
    {
        var store = new SpanStore(seed: 1, SampleOnly, _time);

        store.Add([Spans.Root(trace: 1) with { Attributes = new Dictionary<string, string> { [SpanRecord.Route] = path } }]);

        Assert.Equal(1, store.Counts.SpansReceived);
    }

    [Fact]
    public void Recent_ManyTraces_AreTheLastDecidedThoughNotKept()
    {
        var store = new SpanStore(seed: 1, SampleOnly with { Traces = 1, RecentTraces = 3 }, _time);

        store.Add([.. Enumerable.Range(1, 50).Select(trace => Spans.Root(trace, start: trace))]);
        store.Settle();

        Assert.Equal([48, 49, 50], store.Recent().Select(span => span.StartNanoseconds));
    }

    [Fact]
    public async Task Store_ManyThreads_CountsEverySpan()
    {
        var store = new SpanStore(seed: 1, SampleOnly, _time);

        await Task.WhenAll(Enumerable.Range(0, 8).Select(part => Task.Run(() =>
        {
            for (var trace = 1; trace <= 1_000; trace++)
            {
                store.Add([Spans.Root(trace, part)]);
                if (trace % 100 == 0)
                {
                    store.Snapshot();
                }
            }
        })));
        store.Settle();

        Assert.Equal(new SpanStoreCounts(1_000, TracesKept: 40, SpansReceived: 8_000, SpansKept: 320), store.Counts);
        Assert.Equal(320, store.Snapshot().Count);
    }

    private List<string> Sample(ulong seed, SpanRecord[] spans)
    {
        var store = new SpanStore(seed, SampleOnly with { Traces = 10 }, _time);
        store.Add(spans);
        store.Settle();
        return [.. store.Snapshot().Select(span => span.TraceId)];
    }
}
