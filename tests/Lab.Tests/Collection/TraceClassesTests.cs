using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>Which traces are kept in addition to the uniform sample, and how long they wait until that is known.</summary>
public sealed class TraceClassesTests
{
    private static readonly SpanStoreLimits Limits = new()
    {
        Traces = 0,
        FailedTraces = 5,
        ThrottledTraces = 5,
        SlowestTraces = 0,
        RememberedTraceIds = 100,
    };

    private readonly ManualTimeProvider _time = new();

    [Fact]
    public void Store_FailedTracesAmongMany_AreAllKept()
    {
        var store = new SpanStore(seed: 1, Limits, _time);

        store.Add([.. Enumerable.Range(1, 1_000).Select(trace => Spans.Root(trace, failed: trace % 250 == 0))]);
        store.Settle();

        Assert.Equal(IdsOf(250, 500, 750, 1_000), KeptIn(store));
        Assert.Equal(IdsOf(250, 500, 750, 1_000), store.ExtraTraces.Order());
    }

    /// <summary>The gateway's span says nothing of it: the call was repeated, and the request was answered.</summary>
    [Fact]
    public void Store_ThrottledCallThatComesAfterItsRoot_IsKeptWhole()
    {
        var store = new SpanStore(seed: 1, Limits, _time);
        store.Add([Spans.Root(trace: 1), Spans.Root(trace: 2)]);
        _time.Advance(Limits.WaitAfterRoot / 2);

        store.Add([Spans.Call(trace: 1, status: 429), Spans.Call(trace: 2)]);
        store.Settle();

        Assert.Equal([Spans.IdOf(1), Spans.IdOf(1)], store.Snapshot().Select(span => span.TraceId));
    }

    /// <summary>Else thousands of throttled requests would crowd out the few that failed.</summary>
    [Fact]
    public void Store_ThrottledCall_IsNoFailure()
    {
        var store = new SpanStore(seed: 1, Limits with { ThrottledTraces = 0 }, _time);

        store.Add(
            [Spans.Root(trace: 1), Spans.Call(trace: 1, status: 429), Spans.Root(trace: 2), Spans.Call(trace: 2, status: 503)]);
        store.Settle();

        Assert.Equal(IdsOf(2), KeptIn(store));
    }

    [Fact]
    public void Store_MoreFailuresThanTheBound_KeepsAsManyOfEarlyAndLate()
    {
        var early = 0;
        for (var seed = 1UL; seed <= 400; seed++)
        {
            var store = new SpanStore(seed, Limits, _time);
            store.Add([.. Enumerable.Range(1, 100).Select(trace => Spans.Root(trace, failed: true))]);
            store.Settle();

            Assert.Equal(5, store.Counts.TracesKept);
            early += store.ExtraTraces.Count(id => string.CompareOrdinal(id, Spans.IdOf(50)) <= 0);
        }

        // 1,000 expected; five standard deviations (22) either way.
        Assert.InRange(early, 890, 1_110);
    }

    [Fact]
    public void Store_SlowestTraces_AreThoseOfTheLongestRoot()
    {
        var store = new SpanStore(seed: 1, Limits with { SlowestTraces = 3 }, _time);

        store.Add([.. Enumerable.Range(1, 500).Select(trace => Spans.Call(trace))]);
        store.Add([.. Enumerable.Range(1, 500).Select(trace => Spans.Root(trace, duration: trace * 7 % 501))]);
        store.Settle();

        var kept = store.Snapshot().GroupBy(span => span.TraceId).ToList();
        Assert.Equal([498L, 499, 500], kept.Select(trace => trace.Max(span => span.DurationNanoseconds)).Order());
        Assert.All(kept, trace => Assert.Equal(2, trace.Count()));
    }

    [Fact]
    public void Store_TraceInSampleAndSlow_IsNoExtraTrace()
    {
        var store = new SpanStore(seed: 1, Limits with { Traces = 10, SlowestTraces = 10 }, _time);

        store.Add([Spans.Root(trace: 1, failed: true)]);
        store.Settle();

        Assert.Equal(IdsOf(1), KeptIn(store));
        Assert.Empty(store.ExtraTraces);
    }

    [Fact]
    public void Store_TraceWithItsRoot_WaitsUntilTheOthersHaveExported()
    {
        var store = new SpanStore(seed: 1, Limits, _time);
        store.Add([Spans.Root(trace: 1)]);

        _time.Advance(Limits.WaitAfterRoot - TimeSpan.FromMilliseconds(1));
        store.Add([]);
        Assert.Equal((1, 1), (store.Counts.TracesWaiting, store.Counts.TracesKept));

        _time.Advance(TimeSpan.FromSeconds(1));
        store.Add([]);
        Assert.Equal((0, 0), (store.Counts.TracesWaiting, store.Counts.TracesKept));
    }

    [Fact]
    public void Store_TraceWithoutItsRoot_WaitsLonger()
    {
        var store = new SpanStore(seed: 1, Limits with { SlowestTraces = 1 }, _time);
        store.Add([Spans.Call(trace: 1)]);

        _time.Advance(Limits.WaitWithoutRoot / 2);
        store.Add([Spans.Root(trace: 1)]);
        store.Settle();

        Assert.Equal(2, store.Snapshot().Count);
    }

    /// <summary>The shop works on for a long time after the stock has answered its call.</summary>
    [Fact]
    public void Store_EntryServiceIsNotKnown_WaitsForTheServiceThatMadeTheCall()
    {
        var store = new SpanStore(seed: 1, Limits with { EntryService = null, SlowestTraces = 1 }, _time);
        var call = Spans.Call(trace: 1) with { Service = "shop" };
        var answer = Spans.Root(trace: 1) with { Service = "stock", SpanId = "2122232425262728", ParentSpanId = call.SpanId };
        store.Add([call, answer, Spans.Root(trace: 2, duration: 5)]);

        _time.Advance(Limits.WaitWithoutRoot / 2);
        store.Add([]);
        store.Add([Spans.Root(trace: 1, duration: 10) with { Service = "shop" }]);
        store.Settle();

        Assert.Equal(IdsOf(1), KeptIn(store));
    }

    [Fact]
    public void Store_SpanOfADroppedTrace_IsDroppedToo()
    {
        var store = new SpanStore(seed: 1, Limits, _time);
        store.Add([Spans.Root(trace: 1)]);
        store.Settle();

        store.Add([Spans.Call(trace: 1, status: 429)]);

        Assert.Empty(store.Snapshot());
        Assert.Equal((1, 2), (store.Counts.TracesReceived, store.Counts.SpansDropped));
    }

    [Fact]
    public void Store_LateSpanOfAKeptTrace_JoinsIt()
    {
        var store = new SpanStore(seed: 1, Limits with { Traces = 1 }, _time);
        store.Add([Spans.Root(trace: 1)]);
        store.Settle();

        store.Add([Spans.Call(trace: 1)]);

        Assert.Equal(2, store.Snapshot().Count);
        Assert.Equal(2, store.Counts.SpansKept);
    }

    [Fact]
    public void Store_TooManySpansWaiting_DecidesOnTheFirstBeforeTheirTime()
    {
        var store = new SpanStore(seed: 1, Limits with { WaitingSpans = 100 }, _time);

        store.Add([.. Enumerable.Range(1, 150).Select(trace => Spans.Call(trace, failed: trace <= 3))]);

        Assert.Equal(100, store.Counts.TracesWaiting);
        Assert.Equal(103, store.Counts.SpansKept);
        Assert.True(store.Keeps(Spans.IdOf(3)) && !store.Keeps(Spans.IdOf(4)));
    }

    private static IEnumerable<string> IdsOf(params int[] traces) => traces.Select(Spans.IdOf);

    private static IEnumerable<string> KeptIn(SpanStore store) =>
        store.Snapshot().Select(span => span.TraceId).Distinct().Order();
}
