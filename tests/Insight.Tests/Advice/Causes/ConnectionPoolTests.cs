using System.Globalization;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class ConnectionPoolTests
{
    private static readonly IReadOnlyList<MetricSample> Open =
        [.. HandmadeRun.Gauge("delivery", "http.client.open_connections", 3, 12, 7)];

    [Fact]
    public void Find_TwoCallsWait_SaysHowLongAndWithHowManyConnections()
    {
        // Two waits of 20 ms, and 5 ms before the query plan.
        var finding = ConnectionPool.Find(Run(calls: 2, waitMs: 20, connectedMs: 30, planWaitMs: 5, metrics: Open));

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.ConnectionPool, "Calls from delivery to the database wait for a connection."), (finding.Cause, finding.Title));
        Assert.Equal(
            [
                "A call waits 20 ms for a connection, and then takes 30 ms.",
                "It never had more than 12 connections open to the database.",
                "With a connection for each call, the database calls of an operation would end 45 ms sooner, "
                + "of a mean latency of 200 ms.",
            ],
            finding.Evidence);
        Assert.Equal((0.225, Loss.Latency, Confidence.Certain), (finding.Share, finding.Of, finding.Confidence));
    }

    [Fact]
    public void Find_TwoCallsWait_ProposesAConnectionForEachCallOfTheMostUsers()
    {
        var finding = ConnectionPool.Find(Run(calls: 2, waitMs: 20, connectedMs: 30, planWaitMs: 5));

        // The last step has 40 users.
        var step = Assert.Single(finding!.NextSteps);
        Assert.Equal("Allow more connections: 80 serve 40 users with 2 calls each.", step.Text);
        Assert.Equal(new FlagChange("--cosmos-connections", "80"), step.Change);
    }

    [Fact]
    public void Find_OpenLoop_NamesNoNumberOfConnections()
    {
        var finding = ConnectionPool.Find(Run(calls: 2, waitMs: 20, connectedMs: 30, planWaitMs: 5, users: [0]));

        Assert.Equal(
            [new NextStep("Allow more connections: one for each call that may be in progress.")], finding!.NextSteps);
    }

    [Fact]
    public void Find_OneRequestInThreeHasCalls_CountsAThirdOfTheWait()
    {
        var finding = ConnectionPool.Find(Run(calls: 2, waitMs: 20, connectedMs: 30, planWaitMs: 5, withoutCalls: 2));

        Assert.Equal(
            "With a connection for each call, the database calls of an operation would end 45 ms sooner; 33 % of the requests "
            + "make calls, so the mean over all is 15 ms, of a mean latency of 200 ms.",
            finding!.Evidence[^1]);
        Assert.Equal(0.075, finding.Share, 6);
        Assert.Equal(Confidence.Likely, finding.Confidence);
    }

    [Fact]
    public void Find_ConnectionsAreNotMeasured_DoesNotSayHowMany()
    {
        var finding = ConnectionPool.Find(Run(calls: 2, waitMs: 20, connectedMs: 30, planWaitMs: 5));

        Assert.DoesNotContain(finding!.Evidence, sentence => sentence.Contains("never had more"));
    }

    [Fact]
    public void Find_ParallelCallsWaitByTheMetric_CountsTheWaitOfARequestOnce()
    {
        var trace = TraceBuilder.Invoice("trace", 1_000).Cosmos("0", 100, 150).Cosmos("1", 100, 150).Cosmos("2", 100, 150);
        var record = SampleRecords.Run with
        {
            Load = SampleRecords.Run.Load with { Latency = SampleRecords.Latency(200) },
        };
        // 1,000 requests make three calls each, and each call waits for 60 ms: 180 s in all.
        RunSamples samples = new(
            trace.Spans, [], [.. HandmadeRun.Gauge("delivery", "http.client.request.time_in_queue.sum", 0, 180)], []);

        var finding = ConnectionPool.Find(new RunEvidence(new RunData(record, samples)));

        Assert.Equal(
            "A request waits 60 ms for connections, as the client of delivery reports.", finding?.Evidence[0]);
        Assert.Equal(0.3, finding!.Share, 6);
    }

    // A wait of 10 ms is a fifth of the 50 ms of a call; the query plan makes the share of latency large enough.
    [Theory]
    [InlineData(9, false)]
    [InlineData(10, true)]
    [InlineData(11, true)]
    public void Find_WaitNearAFifthOfACall_IsFoundFromTheLimitOn(double waitMs, bool found) =>
        Assert.Equal(found, ConnectionPool.Find(Run(calls: 1, waitMs, connectedMs: 50, planWaitMs: 20)) is not null);

    // A wait of 10 ms is 0.05 of 200 ms.
    [Theory]
    [InlineData(199, true)]
    [InlineData(200, true)]
    [InlineData(201, false)]
    public void Find_ShareNearTheLimit_IsFoundFromTheLimitOn(double latencyMs, bool found) => Assert.Equal(
        found, ConnectionPool.Find(Run(calls: 1, waitMs: 10, connectedMs: 40, latencyMs: latencyMs)) is not null);

    // A call that takes no time does not wait for a connection, although its wait is not shorter than the call.
    [Theory]
    [InlineData(0)]
    [InlineData(50)]
    public void Find_OnlyTheQueryPlanWaits_IsNull(double connectedMs) =>
        Assert.Null(ConnectionPool.Find(Run(calls: 1, waitMs: 0, connectedMs, planWaitMs: 50)));

    [Fact]
    public void Find_NoCalls_IsNull() => Assert.Null(ConnectionPool.Find(Run(calls: 0, waitMs: 20, connectedMs: 30)));

    /// <summary>An operation makes its calls one after another, 10 ms apart.</summary>
    private static RunEvidence Run(
        int calls,
        double waitMs,
        double connectedMs,
        double planWaitMs = 0,
        double latencyMs = 200,
        IReadOnlyList<MetricSample>? metrics = null,
        IReadOnlyList<int>? users = null,
        int withoutCalls = 0)
    {
        var trace = TraceBuilder.Invoice("trace", 1_000)
            .Span("plan", TraceBuilder.Delivery, "delivery", "POST", "client", 10, planWaitMs + 2,
                (SpanRecord.CosmosCall, "plan"), (SpanRecord.TimeInQueue, Text(planWaitMs / 1000)));
        for (var call = 0; call < calls; call++)
        {
            var at = 100 + (call * (waitMs + connectedMs + 10));
            trace.Span($"call{call}", TraceBuilder.Delivery, "delivery", "POST", "client", at, waitMs + connectedMs,
                (SpanRecord.CosmosCall, "data"),
                (SpanRecord.StatusCode, "200"),
                (SpanRecord.TimeInQueue, Text(waitMs / 1000)));
        }

        var run = SampleRecords.Run;
        var steps = users is null ? run.Load.Steps : [.. users.Select(each => run.Load.Steps[0] with { Users = each })];
        var record = run with { Load = run.Load with { Latency = SampleRecords.Latency(latencyMs), Steps = steps } };
        var others = Enumerable.Range(0, withoutCalls).SelectMany(number => TraceBuilder.Invoice($"other{number}", 100).Spans);
        return new RunEvidence(new RunData(record, new RunSamples([.. trace.Spans, .. others], [], metrics ?? [], [])));
    }

    private static string Text(double number) => number.ToString(CultureInfo.InvariantCulture);
}
