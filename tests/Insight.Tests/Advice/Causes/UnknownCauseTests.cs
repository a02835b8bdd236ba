using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class UnknownCauseTests
{
    private const double MeanLatencyMs = 210;

    [Fact]
    public void Find_TimeInTheEntry_NamesTheService() =>
        AssertNames("gateway itself", UnknownCause.Find(Run(ms => Entry(ms, durationMs: ms)), []));

    [Fact]
    public void Find_TimeBeforeTheEntry_NamesTheNetworkFromUsers() =>
        AssertNames("the network from users", UnknownCause.Find(Run(ms => Entry(ms, durationMs: 5, startMs: ms)), []));

    [Fact]
    public void Find_TimeBetweenACallAndItsServer_NamesTheNetworkBetweenServices() => AssertNames(
        "the network between services",
        UnknownCause.Find(
            Run(ms => Entry(ms, durationMs: ms + 4)
                .Span("client", TraceBuilder.Gateway, "gateway", "GET", "client", 1, ms + 2)
                .Span("server", "client", "package", "GET", "server", 2, 2)),
            []));

    [Fact]
    public void Find_TimeInCallsButNotInTheDatabase_NamesTheNetworkToTheDatabase() => AssertNames(
        "the network to the database",
        UnknownCause.Find(
            Run(ms => Entry(ms, durationMs: ms + 5)
                .Span("call", TraceBuilder.Gateway, "gateway", "POST", "client", 1, ms + 1,
                    (SpanRecord.CosmosCall, "data"), (SpanRecord.StatusCode, "200"), (SpanRecord.RequestDurationMs, "1"))),
            []));

    [Fact]
    public void Find_TimeInACallWithoutItsServer_NamesTimeWithoutASpan() => AssertNames(
        "time without a span",
        UnknownCause.Find(
            Run(ms => Entry(ms, durationMs: ms + 5)
                .Span("client", TraceBuilder.Gateway, "gateway", "GET", "client", 1, ms)),
            []));

    // The 105 ms in the gateway are 0.15 of 700 ms.
    [Theory]
    [InlineData(699, true)]
    [InlineData(700, true)]
    [InlineData(701, false)]
    public void Find_ShareNearTheLimit_IsFoundFromTheLimitOn(double latencyMs, bool found) =>
        Assert.Equal(found, UnknownCause.Find(Run(ms => Entry(ms, durationMs: ms), latencyMs), []) is not null);

    // The gateway takes half of latency, and 0.8 of that is 0.4. Two causes explain their sum; lost throughput explains nothing.
    [Theory]
    [InlineData(0.19, true)]
    [InlineData(0.2, false)]
    [InlineData(0.21, false)]
    public void Find_OtherCausesExplainSomeOfIt_IsFoundBelowFourFifths(double shareOfEach, bool found)
    {
        var slow = new Finding(Cause.Network, "", [], shareOfEach, []);
        var throttled = new Finding(Cause.RequestUnits, "", [], 1, [], Loss.Throughput);

        Assert.Equal(
            found, UnknownCause.Find(Run(ms => Entry(ms, durationMs: ms)), [slow, slow, throttled]) is not null);
    }

    [Fact]
    public void Find_NoRequestIsKept_IsNull() => Assert.Null(
        UnknownCause.Find(new RunEvidence(new RunData(SampleRecords.Run, RunSamples.None)), []));

    /// <summary>Of 10, 20, ... 200 ms the mean is 105 ms. Two are faster than 30 ms, and two are slower than 180 ms.</summary>
    private static void AssertNames(string place, Finding? finding)
    {
        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.Unknown, $"The cause is unknown. This is where the time is: {place}."), (finding.Cause, finding.Title));
        Assert.Equal(
            [
                "It takes 105 ms of a mean latency of 210 ms; 30 ms in the fastest tenth of the requests, 180 ms in the slowest.",
                "No known cause explains it.",
            ],
            finding.Evidence);
        Assert.Equal((0.5, Loss.Latency, Confidence.Possible), (finding.Share, finding.Of, finding.Confidence));
        Assert.Equal(
            [new NextStep($"Compare a fast and a slow request: what is requested, how large the answer is, and {place}.")],
            finding.NextSteps);
    }

    private static TraceBuilder Entry(double ms, double durationMs, double startMs = 0) => new TraceBuilder($"trace{ms}").Span(
        TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", startMs, durationMs);

    /// <summary>
    /// 20 requests with 10, 20, ... 200 ms each in one place. All have the same latency: the user receives the answer some time
    /// after the generator has it.
    /// </summary>
    private static RunEvidence Run(Func<double, TraceBuilder> trace, double latencyMs = MeanLatencyMs)
    {
        var traces = Enumerable.Range(1, 20).Select(number => trace(number * 10)).ToList();
        var requests = traces.Select(each => new RequestRecord(each.Spans[0].TraceId, 200, null, 900)
        {
            Scheduled = 0,
            Due = 0,
            Sent = 0,
            Answered = each.Spans[0].StartNanoseconds + each.Spans[0].DurationNanoseconds,
            Done = (long)(latencyMs * 1e6),
        });
        var spans = traces.SelectMany(each => each.Spans);
        return new RunEvidence(new RunData(SampleRecords.Run, new RunSamples([.. spans], [.. requests], [], [])));
    }
}
