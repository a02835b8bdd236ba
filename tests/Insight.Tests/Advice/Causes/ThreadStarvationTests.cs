using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

/// <summary>Requests that wait for a service, whose thread pool has a queue.</summary>
public sealed class ThreadStarvationTests
{
    [Fact]
    public void Find_HandlersBlockThreads_SaysHowLongRequestsWait()
    {
        // An idle request takes 30 ms, the average one 50 ms.
        var requests = Same(2, ("package", 30)).Concat(Same(8, ("package", 55)));

        var finding = ThreadStarvation.Find(Run(requests, Pool("package", [0, 2, 6, 10, 5], 16, 20)));

        Assert.Equal("package runs out of threads: its handlers block them.", finding?.Title);
        // The three longest in a row are 2, 6, 10 and 6, 10, 5. A tenth of a core for 50 s is 5 ms for each of 1,000 requests.
        Assert.Equal(
            [
                "For 3 seconds in a row 7 work items on average waited for a thread of package's pool, which grew from 16 to 20 "
                + "threads.",
                "They do not wait for CPU: a request takes 5 ms of package's CPU, and 30 ms of its time even with few concurrent "
                + "requests.",
                "Requests wait 50 ms for package itself, of a mean latency of 400 ms.",
            ],
            finding!.Evidence);
        Assert.Equal(0.125, finding.Share, 9);
        Assert.Equal((Loss.Latency, Confidence.Certain, null), (finding.Of, finding.Confidence, finding.Doubt));
    }

    [Fact]
    public void Find_HandlersBlockThreads_ProposesToAwaitAndToAddThreadsUntilThen()
    {
        var finding = ThreadStarvation.Find(Run(Same(10, ("package", 50)), Pool("package", [6, 6, 6], 16, 16)));

        Assert.Equal(
            [
                "Find what blocks in package (.Result, .Wait, Thread.Sleep, synchronous I/O) and await it instead.",
                "Until then raise the minimum of the pool (DOTNET_ThreadPool_ForceMinWorkerThreads): threads cost memory, not "
                + "time.",
            ],
            finding!.NextSteps.Select(step => step.Text));
        Assert.All(finding.NextSteps, step => Assert.Null(step.Change));
    }

    [Fact]
    public void Find_TwoServicesLackThreads_NamesTheOneThatTakesLonger()
    {
        var metrics = Pool("package", [6, 6, 6], 16, 16).Concat(Pool("drone-scheduler", [6, 6, 6], 16, 16));

        var finding = ThreadStarvation.Find(Run(Same(10, ("package", 50), ("drone-scheduler", 80)), metrics));

        Assert.StartsWith("drone-scheduler runs out of threads", finding?.Title);
    }

    /// <summary>8 of 10 requests wait 75 ms until the service reads them, in which a request takes 20 ms.</summary>
    [Fact]
    public void Find_RequestsWaitBeforeTheyAreRead_CountsThatTime()
    {
        var finding = ThreadStarvation.Find(Run(OftenUnread(75), Pool("package", [6, 6, 6], 16, 16)));

        Assert.Equal(
            "Requests wait 80 ms for package itself, of a mean latency of 400 ms, 60 ms of it before messages are read.",
            finding?.Evidence[^1]);
        Assert.Equal(0.2, finding!.Share, 9);
    }

    /// <summary>8 of 10 requests wait 50 ms until the service reads them: 40 ms on average.</summary>
    [Theory]
    [InlineData(2.1, 400, true)]
    [InlineData(2.1, 401, false)]
    [InlineData(1.9, 400, false)]
    public void IsStarved_ShortQueue_IsEnoughIfRequestsWaitForATenthBeforeTheyAreRead(
        double queue, double latencyMs, bool isStarved) => Assert.Equal(
        isStarved,
        ThreadStarvation.IsStarved(
            Run(OftenUnread(50), Pool("package", [queue, queue, queue], 16, 16), latencyMs), "package"));

    /// <summary>Requests wait 40 ms for the service, which is a tenth of 400 ms.</summary>
    [Theory]
    [InlineData(400, true)]
    [InlineData(401, false)]
    public void Find_LongRequests_NeedsATenthOfThem(double latencyMs, bool isFound) => Assert.Equal(
        isFound,
        ThreadStarvation.Find(Run(Same(10, ("package", 40)), Pool("package", [6, 6, 6], 16, 16), latencyMs)) is not null);

    /// <summary>
    /// Two items, or one for eight threads, are a queue if the pool adds two threads; two and a half times as many always are.
    /// </summary>
    [Theory]
    [InlineData(5, 16, 16, true)]
    [InlineData(4.9, 16, 16, false)]
    [InlineData(4.9, 16, 17, false)]
    [InlineData(2, 16, 18, true)]
    [InlineData(1.9, 16, 18, false)]
    [InlineData(2, 8, 10, true)]
    [InlineData(1.9, 8, 10, false)]
    [InlineData(10, 80, 82, true)]
    [InlineData(9.9, 80, 82, false)]
    [InlineData(24.9, 80, 81, false)]
    [InlineData(25, 80, 81, true)]
    public void IsStarved_QueueAndThreads_NeedsALongQueueOrAQueueAndAGrowingPool(
        double queue, double firstThreads, double lastThreads, bool isStarved) =>
        Assert.Equal(isStarved, IsStarved([queue, queue, queue], firstThreads, lastThreads));

    [Fact]
    public void IsStarved_LongQueueForASecond_NeedsAMeanOfThreeSeconds()
    {
        // 1, 2 and 12 items are 5 on average, which is enough; 1, 1 and 12 are 4.7.
        Assert.True(IsStarved([0, 1, 2, 12, 0], 16, 16));
        Assert.False(IsStarved([0, 1, 1, 12, 0], 16, 16));
    }

    [Fact]
    public void IsStarved_TwoSeconds_AreTooFew() => Assert.False(IsStarved([50, 50], 16, 20));

    private static bool IsStarved(double[] queue, double firstThreads, double lastThreads) =>
        ThreadStarvation.IsStarved(Run(Same(10, ("package", 50)), Pool("package", queue, firstThreads, lastThreads)), "package");

    private static RunEvidence Run(
        IEnumerable<IReadOnlyList<SpanRecord>> requests, IEnumerable<MetricSample> metrics, double latencyMs = 400)
    {
        var record = SampleRecords.Run;
        var load = record.Load with { Latency = SampleRecords.Latency(latencyMs) };
        var spans = requests.SelectMany((request, number) => request.Select(span => span with { TraceId = $"t{number}" }));
        return new RunEvidence(new RunData(
            record with { Load = load, Processes = [new ProcessRecord("package", 0.1, 0.2, 100, 120)] },
            RunSamples.None with { Spans = [.. spans], Metrics = [.. metrics] }));
    }

    /// <summary>The queue second by second, and the threads in the first second and later.</summary>
    private static IEnumerable<MetricSample> Pool(string service, double[] queue, double firstThreads, double lastThreads) =>
    [
        .. HandmadeRun.Gauge(service, "dotnet.thread_pool.queue.length", queue),
        .. HandmadeRun.Gauge(service, "dotnet.thread_pool.thread.count", firstThreads, lastThreads),
    ];

    /// <summary>Requests that call services one after another, each of which takes so long for itself.</summary>
    private static IEnumerable<IReadOnlyList<SpanRecord>> Same(int count, params (string Service, double OwnMs)[] calls)
    {
        var trace = new TraceBuilder("t")
            .Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET /api/invoices", "server", 0, 300);
        var at = 10.0;
        foreach (var (service, ownMs) in calls)
        {
            trace.Call(service, "/summary", at, ownMs + 2);
            at += ownMs + 10;
        }

        return Enumerable.Repeat(trace.Spans, count);
    }

    /// <summary>Ten requests, of which the service reads eight so much later than they are sent.</summary>
    private static IEnumerable<IReadOnlyList<SpanRecord>> OftenUnread(double ms) =>
        Same(2, ("package", 20)).Concat(Same(8, ("package", 20)).Select(request => request
            .Select(span => span switch
            {
                { Service: "package" } => span with { StartNanoseconds = span.StartNanoseconds + (long)(ms * 1e6) },
                { Kind: "client" } => span with { DurationNanoseconds = span.DurationNanoseconds + (long)(ms * 1e6) },
                _ => span,
            })
            .ToList()));
}
