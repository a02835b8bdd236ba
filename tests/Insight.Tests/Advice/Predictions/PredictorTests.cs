using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Predictions;

/// <summary>A run made by hand after the change is what a prediction from the run before it must come to.</summary>
public sealed class PredictorTests
{
    private const double Near = 0.05;

    [Fact]
    public void MoreRequestUnits_SerialQuery_ComesToTheRunWithoutThrottling() => AssertNear(
        Predicted(HandmadeRun.SerialQuery with { ThrottledOnceIn = 3 }), HandmadeRun.SerialQuery);

    [Fact]
    public void WithParallelCalls_SerialQuery_ComesToTheParallelRun() =>
        AssertNear(Predicted(HandmadeRun.SerialQuery), HandmadeRun.ParallelQuery);

    [Fact]
    public void OneCall_ParallelQuery_ComesToTheRunWithAKey() =>
        AssertNear(Predicted(HandmadeRun.ParallelQuery), HandmadeRun.Healthy);

    [Fact]
    public void MoreConnections_CallsThatQueue_ComesToTheRunWithoutQueue() =>
        AssertNear(Predicted(HandmadeRun.ParallelQuery with { QueueMs = 200 }), HandmadeRun.ParallelQuery);

    [Fact]
    public void OneCall_NinePartitions_ProposesNoLessThanCanBeProvisioned()
    {
        var prediction = Predicted(HandmadeRun.ParallelQuery);

        Assert.True(prediction.EnoughRequestUnitsPerSecond >= 600, $"{prediction.EnoughRequestUnitsPerSecond} RU/s");
    }

    [Fact]
    public void MoreRequestUnits_SerialQuery_AreEnoughForTheHeaviestStep()
    {
        var prediction = Predicted(HandmadeRun.SerialQuery with { ThrottledOnceIn = 3 });

        // 40 users / (0.57 s + 0.3 s) x 29 RU, of which 70 % may be used: about 1,900.
        Assert.InRange(prediction.ProvisionedRequestUnitsPerSecond, 1_700, 2_100);
        Assert.Equal(0, prediction.ProvisionedRequestUnitsPerSecond % 100);
    }

    [Theory]
    [InlineData(900, 52.56)]
    [InlineData(2_500, 146)]
    [InlineData(2_401, 146)]
    public void MonthlyCost_ProvisionedThroughput_IsAsDocumented(double requestUnits, double dollars) =>
        Assert.Equal(dollars, SampleRecords.Prediction(1, 1, 1, requestUnits).MonthlyCost, 2);

    [Fact]
    public void WithEnoughRequestUnits_TwoSerialCalls_ProvisionsForAllUsers()
    {
        var prediction = SmallRun().WithEnoughRequestUnits();

        // 100 users / (0.2 s + 0.3 s) x 5 RU x 1.5 / 0.7 = 2,143 RU/s, in hundreds 2,200; for 7.5 RU each: 293 req/s.
        AssertFigures(prediction, 200, 200, 5);
        Assert.Equal((2_200, 2_200), (prediction!.ProvisionedRequestUnitsPerSecond, prediction.EnoughRequestUnitsPerSecond));
        Assert.Equal(
            "82 ms for its calls without the waits to retry, and 118 ms for the rest of a request; users think for 300 ms; "
                + "request units allow 293 req/s",
            prediction.Model);
    }

    [Fact]
    public void WithEnoughRequestUnits_TheirNumberIsUnknown_IsNull() =>
        Assert.Null(SmallRun(provisioned: 0).WithEnoughRequestUnits());

    [Fact]
    public void WithParallelCalls_TwoSerialCalls_WaitsForTheLongest() => Assert.Equal(
        // The longest of two is 2 x 40 ms x the normal distribution at 0.43 / sqrt(2): 49.5 ms. 900 RU/s / (5 RU x 1.5) = 120.
        "49.5 ms for the longest of 2 lognormal calls (mean 40 ms, sigma 0.43), and 118 ms for the rest of a request; "
            + "users think for 300 ms; request units allow 120 req/s",
        SmallRun().WithParallelCalls()?.Model);

    [Fact]
    public void WithParallelCalls_CallsAreParallel_IsNull() =>
        Assert.Null(SmallRun(TraceBuilder.Invoice("t", 160).Cosmos("0", 20, 20).Cosmos("1", 20, 60)).WithParallelCalls());

    [Fact]
    public void OneCall_TwoPartitions_HasNoQueryPlanAndOneEmptyCallLess()
    {
        var prediction = SmallRun().OneCall();

        // 118 - 8 + 40 = 150 ms; 100 users / (0.15 s + 0.3 s) = 222 req/s; 5 RU less the 2 RU of the call without a row.
        AssertFigures(prediction, 222.222, 150, 3);
        Assert.Equal(
            "40 ms for one call, with no query plan before it, and 110 ms for the rest of a request; users think for 300 ms; "
                + "request units allow 300 req/s",
            prediction!.Model);
    }

    [Fact]
    public void OneCall_AllCallsToOnePartition_IsNull() => Assert.Null(SmallRun(CallsPerRow()).OneCall());

    [Fact]
    public void WithEnoughConnections_CallsAndPlanWaited_LeavesOutTheirWaits() => Assert.Equal(
        // Calls of 10 and 50 ms, and 2 ms between them; the rest is 118 ms less the 6 ms for which the plan waited.
        "62 ms for its calls, and its query plan, without their waits for a connection, and 112 ms for the rest of a request; "
            + "users think for 300 ms; request units allow 120 req/s",
        SmallRun(TwoCalls(queueMs: 10, planQueueMs: 6)).WithEnoughConnections()?.Model);

    [Fact]
    public void Predictions_NoTraces_AreNull()
    {
        var predictor = new Predictor(new RunEvidence(HandmadeRun.SerialQuery.Data() with { Samples = RunSamples.None }));

        Assert.Null(predictor.WithEnoughRequestUnits());
        Assert.Null(predictor.WithEnoughConnections());
    }

    [Fact]
    public void Shorter_RequestUnitsAreShort_WaitsForThem()
    {
        var prediction = SmallRun().Shorter(50);

        // Request units allow 120 req/s: 100 users / 120 req/s are 833 ms, 300 of them think time.
        AssertFigures(prediction, 120, 533.333, 5);
        Assert.Equal(
            "200 ms as measured less 50 ms; users think for 300 ms; request units allow 120 req/s", prediction!.Model);
    }

    [Fact]
    public void Shorter_CallsAreThrottled_IsNull() => Assert.Null(
        new Predictor(new RunEvidence((HandmadeRun.SerialQuery with { ThrottledOnceIn = 3 }).Data())).Shorter(50));

    [Fact]
    public void Shorter_PartitionsWithoutUse_TakesThemAsEven() => Assert.Equal(
        // 900 RU/s / 5 RU.
        "200 ms as measured less 50 ms; users think for 300 ms; request units allow 180 req/s",
        SmallRun(partitions: [Partition("0", 0, 0), Partition("1", 0)]).Shorter(50)?.Model);

    [Fact]
    public void Shorter_PartitionsAreNotKnown_TakesThemAsEven() => Assert.Equal(
        "200 ms as measured less 50 ms; users think for 300 ms; request units allow 180 req/s",
        SmallRun(partitions: []).Shorter(50)?.Model);

    [Theory]
    [InlineData(0, 900)]
    [InlineData(5, 0)]
    public void Shorter_RequestUnitsOrTheirLimitAreNotKnown_IsNotLimitedByThem(double units, double provisioned)
    {
        var prediction = SmallRun(unitsPerOperation: units, provisioned: provisioned).Shorter(50);

        // 100 users / (0.15 s + 0.3 s).
        AssertFigures(prediction, 222.222, 150, units);
        Assert.Equal("200 ms as measured less 50 ms; users think for 300 ms", prediction!.Model);
    }

    [Theory]
    [InlineData(8, 5)]
    [InlineData(4, 2)]
    public void WithOneCallForAllRows_ThreeCalls_SavesTwoOfThemButNotTheEmptyCall(double units, double unitsAfter)
    {
        // Two of three calls of 1.5 RU are saved; a call without a row costs 2 RU, and the one call no less.
        var prediction = SmallRun(CallsPerRow(), units, 9_000).WithOneCallForAllRows(50);

        AssertFigures(prediction, 222.222, 150, unitsAfter);
    }

    /// <summary>
    /// One request of 200 ms by 100 users who think for 300 ms. The partitions used 30, 10 and 20 RU, which is 1.5 times the mean
    /// on the first.
    /// </summary>
    private static Predictor SmallRun(
        TraceBuilder? trace = null,
        double unitsPerOperation = 5,
        double provisioned = 900,
        IReadOnlyList<PartitionRecord>? partitions = null)
    {
        var run = SampleRecords.Run;
        var record = run with
        {
            Load = run.Load with { Steps = [new StepSummary(100, 50, 980, 0, 200, 300)], ThinkTimeMs = 300 },
            Cosmos = run.Cosmos with
            {
                ProvisionedRequestUnitsPerSecond = provisioned,
                DataCallsByStatus = new Dictionary<string, long> { ["200"] = 2_000 },
                RequestUnits = unitsPerOperation * run.Load.Sent,
                Partitions = partitions ?? [Partition("0", 20, 10), Partition("1", 10, 0), Partition("2", 20, 0)],
            },
        };
        var request = new RequestRecord("t", 200, null, 0)
        {
            Scheduled = 0, Due = 20_000_000, Sent = 20_000_000, Answered = 180_000_000, Done = 200_000_000,
        };
        return new Predictor(
            new RunEvidence(new RunData(record, new RunSamples((trace ?? TwoCalls()).Spans, [request], [], []))));
    }

    private static PartitionRecord Partition(string id, params double[] units) =>
        new(id, 300, 1_000, [.. units.Select((used, second) => new PartitionSecond(second, used, 10, 0))]);

    /// <summary>A query plan of 8 ms, then calls of 20 and 60 ms with 2 ms between them.</summary>
    private static TraceBuilder TwoCalls(int queueMs = 0, int planQueueMs = 0)
    {
        var trace = TraceBuilder.Invoice("t", 160).Span(
            "plan", TraceBuilder.Delivery, "delivery", "POST", "client", 10, 8,
            (SpanRecord.CosmosCall, "plan"), (SpanRecord.TimeInQueue, FormattableString.Invariant($"{planQueueMs / 1000.0}")));
        AddCall(trace, "0", 20, 20, "0", "2", queueMs);
        AddCall(trace, "1", 42, 60, "3", "3", queueMs);
        return trace;
    }

    /// <summary>A call without a row, then three calls of one row each.</summary>
    private static TraceBuilder CallsPerRow()
    {
        var trace = TraceBuilder.Invoice("t", 160);
        AddCall(trace, "0", 20, 10, "0", "2");
        for (var row = 0; row < 3; row++)
        {
            AddCall(trace, "0", 40 + (20 * row), 10, "1", "1.5");
        }

        return trace;
    }

    private static void AddCall(
        TraceBuilder trace, string partition, double atMs, double durationMs, string rows, string charge, int queueMs = 0) =>
        trace.Span(
            $"call{atMs}", TraceBuilder.Delivery, "delivery", "POST", "client", atMs, durationMs,
            (SpanRecord.CosmosCall, "data"),
            (SpanRecord.PartitionKeyRangeId, partition),
            (SpanRecord.StatusCode, "200"),
            (SpanRecord.ReturnedRows, rows),
            (SpanRecord.RequestCharge, charge),
            (SpanRecord.TimeInQueue, FormattableString.Invariant($"{queueMs / 1000.0}")));

    private static void AssertFigures(Prediction? prediction, double requestsPerSecond, double meanMs, double units)
    {
        Assert.NotNull(prediction);
        Assert.Equal(requestsPerSecond, prediction.RequestsPerSecond, 0.001);
        Assert.Equal(meanMs, prediction.MeanMs, 0.001);
        Assert.Equal(units, prediction.RequestUnitsPerOperation, 0.001);
    }

    private static Prediction Predicted(HandmadeRun run)
    {
        var step = run.Explain().Provable;
        Assert.NotNull(step?.Prediction);
        return step.Prediction;
    }

    private static void AssertNear(Prediction prediction, HandmadeRun after)
    {
        var record = after.Data().Record;
        Assert.Equal(record.Load.RequestsPerSecond, prediction.RequestsPerSecond, record.Load.RequestsPerSecond * Near);
        Assert.Equal(record.Load.Latency.MeanMs, prediction.MeanMs, record.Load.Latency.MeanMs * Near);
        var units = record.Cosmos.RequestUnits / record.Load.Sent;
        Assert.Equal(units, prediction.RequestUnitsPerOperation, units * Near);
    }
}
