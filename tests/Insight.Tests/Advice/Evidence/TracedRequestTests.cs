using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

public sealed class TracedRequestTests
{
    [Theory]
    [InlineData(200, false)]
    [InlineData(429, true)]
    public void IsThrottled_FirstCall_DependsOnItsStatus(int status, bool throttled)
    {
        var trace = TraceBuilder.Invoice("t", 300).Cosmos("0", 10, 5, status).Cosmos("0", 120, 5);

        Assert.Equal(throttled, Request(trace).IsThrottled);
    }

    [Fact]
    public void SpanBetween_NoCalls_IsZero() => Assert.Equal(0, TracedRequest.SpanBetween([]));

    [Fact]
    public void DatabaseMs_TwoCalls_IsFromTheFirstStartToTheLastEnd() =>
        Assert.Equal(50, Request(TraceBuilder.Invoice("t", 300).Cosmos("0", 10, 30).Cosmos("1", 20, 40)).DatabaseMs);

    [Fact]
    public void RetryWaitMs_CallsWaitAtTheSameTime_CountsTheTimeOnce()
    {
        var trace = TraceBuilder.Invoice("t", 300)
            .Cosmos("0", 10, 5, 429).Cosmos("1", 10, 15, 429).Cosmos("0", 115, 5).Cosmos("1", 125, 5);

        // From 15 to 115 ms and from 25 to 125 ms.
        Assert.Equal(110, Request(trace).RetryWaitMs);
    }

    [Fact]
    public void InsideMs_ThrottledCall_LeavesOutTheWaitToItsRetry()
    {
        var trace = TraceBuilder.Invoice("t", 300, startMs: 1_000).Cosmos("0", 10, 5, 429).Cosmos("0", 120, 5);

        // The span of the service takes 288 ms, the two calls with the wait between them 115 ms.
        Assert.Equal(288 - 115, Request(trace).InsideMs["delivery"]);
    }

    [Theory]
    [InlineData(499, false)]
    [InlineData(500, true)]
    [InlineData(599, true)]
    [InlineData(600, false)]
    public void Failed_AnswerHasAStatus_IsTrueForServerErrors(int status, bool failed) =>
        Assert.Equal(failed, Answer(spanFailed: false, (SpanRecord.StatusCode, FormattableString.Invariant($"{status}"))).Failed);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Failed_NoStatus_IsThatOfTheSpan(bool spanFailed) => Assert.Equal(spanFailed, Answer(spanFailed).Failed);

    private static TracedRequest Request(TraceBuilder trace) => new(Assert.Single(TraceTree.BuildAll(trace.Spans)));

    private static ClientCall Answer(bool spanFailed, params (string, string)[] attributes)
    {
        var span = new TraceBuilder("t").Span("call", null, "gateway", "GET", "client", 0, 10, attributes).Spans[0];
        return new ClientCall(span with { Failed = spanFailed }, Answering: null);
    }
}
