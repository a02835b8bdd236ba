using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

public sealed class DatabaseCallsTests
{
    private static readonly Lognormal TenMs = new(10, 0);

    [Fact]
    public void PerOperation_RequestWithoutCalls_IsLeftOut() =>
        Assert.Equal(2, new DatabaseCalls([Request(), Request(new(10, 10), new(20, 10))]).PerOperation);

    [Fact]
    public void MeanOverAll_OneOfTwoHasCalls_IsHalf() =>
        Assert.Equal(20, new DatabaseCalls([Request(), Request(new Call(10, 10))]).MeanOverAll(40));

    [Fact]
    public void MeanOverAll_NoRequests_IsZero() => Assert.Equal(0, new DatabaseCalls([]).MeanOverAll(40));

    [Fact]
    public void Port_NoCalls_IsNull() => Assert.Null(new DatabaseCalls([]).Port);

    [Fact]
    public void Port_SpansHaveIt_IsThatOfTheCalls() =>
        Assert.Equal("8081", new DatabaseCalls([Request(new Call(10, 10) { More = [("server.port", "8081")] })]).Port);

    [Fact]
    public void QueueMs_OneCallOfTwoWaits_IsHalfOfItsWait()
    {
        var waiting = new Call(10, 10) { More = [(SpanRecord.TimeInQueue, "0.006")] };

        Assert.Equal(3, new DatabaseCalls([Request(waiting, new(20, 10))]).QueueMs);
    }

    [Fact]
    public void WaitPerThrottledCallMs_NothingThrottled_IsZero() =>
        Assert.Equal(0, new DatabaseCalls([Request(new Call(10, 10))]).WaitPerThrottledCallMs);

    [Fact]
    public void WaitPerThrottledCallMs_TwoThrottledCalls_IsTheMeanOfTheirWaits()
    {
        // The retries start 100 ms and 300 ms after the ends of the throttled calls.
        var calls = new DatabaseCalls(
            [Request(new(10, 5, Status: 429), new(115, 10)), Request(new(10, 5, Status: 429), new(315, 10))]);

        Assert.Equal(200, calls.WaitPerThrottledCallMs);
    }

    [Fact]
    public void ByPartition_CallWithoutPartition_HasAnEmptyName()
    {
        var calls = new DatabaseCalls([Request(new(10, 10, Partition: null), new(20, 30, Partition: "4"))]);

        Assert.Equal((10, 1), calls.ByPartition[""]);
        Assert.Equal((30, 1), calls.ByPartition["4"]);
    }

    [Fact]
    public void ByPartition_DatabaseReportsTheTime_IsNotTheTimeOfTheCaller()
    {
        var call = new Call(10, 10) { More = [(SpanRecord.RequestDurationMs, "7")] };

        Assert.Equal((7, 1), new DatabaseCalls([Request(call)]).ByPartition["0"]);
    }

    [Fact]
    public void DatabaseSaysDurations_OneCallOfTwoHasIt_IsTrue()
    {
        var call = new Call(10, 10) { More = [(SpanRecord.RequestDurationMs, "7")] };

        Assert.True(new DatabaseCalls([Request(call, new(20, 10))]).DatabaseSaysDurations);
    }

    [Fact]
    public void DatabaseSaysDurations_NoCallHasIt_IsFalse() =>
        Assert.False(new DatabaseCalls([Request(new Call(10, 10))]).DatabaseSaysDurations);

    [Fact]
    public void QueryText_BothNames_IsThatOfTheNewerConvention()
    {
        var call = new Call(10, 10) { More = [("db.query.text", "SELECT 1"), ("db.statement", "SELECT 2")] };

        Assert.Equal("SELECT 1", new DatabaseCalls([Request(call)]).QueryText);
    }

    [Fact]
    public void QueryText_OnlyTheOlderName_IsFoundToo()
    {
        var call = new Call(10, 10) { More = [("db.statement", "SELECT 2")] };

        Assert.Equal("SELECT 2", new DatabaseCalls([Request(call)]).QueryText);
    }

    [Fact]
    public void ExpectedMs_SerialCalls_AddsTheGapsBetweenThem()
    {
        var calls = new DatabaseCalls([Request(new(10, 10), new(22, 10), new(34, 10))]);

        // Three calls of 10 ms and two gaps of 2 ms.
        Assert.Equal(34, calls.ExpectedMs(CallShape.Serial, TenMs));
    }

    [Fact]
    public void ExpectedMs_SerialCallsWithUnevenGaps_AddsTheMeanGap()
    {
        // Gaps of 2 ms and of 4 ms.
        var calls = new DatabaseCalls([Request(new(10, 10), new(22, 10)), Request(new(10, 10), new(24, 10))]);

        Assert.Equal(23, calls.ExpectedMs(CallShape.Serial, TenMs));
    }

    [Fact]
    public void ExpectedMs_OperationWithASingleCall_HasNoGap()
    {
        // Three calls and one call: two on average, with one gap of 2 ms between them.
        var calls = new DatabaseCalls([Request(new(10, 10), new(22, 10), new(34, 10)), Request(new Call(10, 10))]);

        Assert.Equal(22, calls.ExpectedMs(CallShape.Serial, TenMs));
    }

    [Fact]
    public void ExpectedMs_CallsOverlap_HasNoNegativeGap()
    {
        var calls = new DatabaseCalls([Request(new(10, 10), new(12, 10))]);

        Assert.Equal(20, calls.ExpectedMs(CallShape.Serial, TenMs));
    }

    /// <summary>Two partitions take 10 ms. The limit for the third one is half more than that.</summary>
    [Theory]
    [InlineData(15, 35.0 / 3)]
    [InlineData(15.1, 10)]
    public void DurationsWithoutSlowPartitions_ThirdPartition_CountsUpToTheLimit(double durationMs, double expected)
    {
        var calls = new DatabaseCalls(
            [Request(new(10, 10, Partition: null), new(20, 10, Partition: "1"), new(30, durationMs, Partition: "2"))]);

        Assert.Equal(expected, calls.DurationsWithoutSlowPartitions.Mean, 6);
    }

    [Fact]
    public void Shape_NoCalls_IsNone() => Assert.Equal(CallShape.None, new DatabaseCalls([Request()]).Shape);

    [Fact]
    public void Shape_HalfOfTheOperationsHaveSeveralCalls_IsSingle() =>
        Assert.Equal(CallShape.Single, new DatabaseCalls([Request(new(10, 10), new(20, 10)), Request(new Call(10, 10))]).Shape);

    [Fact]
    public void Shape_HalfOfTheOperationsHaveOverlappingCalls_IsSerial()
    {
        var calls = new DatabaseCalls([Request(new(10, 10), new(20, 10)), Request(new(10, 10), new(12, 10))]);

        Assert.Equal(CallShape.Serial, calls.Shape);
    }

    [Fact]
    public void Shape_MostOperationsHaveOverlappingCalls_IsParallel()
    {
        var overlapping = Request(new(10, 10), new(12, 10));

        Assert.Equal(
            CallShape.Parallel, new DatabaseCalls([Request(new(10, 10), new(20, 10)), overlapping, overlapping]).Shape);
    }

    private static TracedRequest Request(params Call[] calls)
    {
        var trace = TraceBuilder.Invoice("t", 1_000);
        foreach (var (number, call) in calls.Index())
        {
            trace.Span($"call{number}", TraceBuilder.Delivery, "delivery", "POST", "client", call.AtMs, call.DurationMs,
                call.Attributes);
        }

        return new TracedRequest(Assert.Single(TraceTree.BuildAll(trace.Spans)));
    }

    private sealed record Call(double AtMs, double DurationMs, string? Partition = "0", int Status = 200)
    {
        public IReadOnlyList<(string Key, string Value)> More { get; init; } = [];

        public (string Key, string Value)[] Attributes =>
        [
            (SpanRecord.CosmosCall, "data"),
            (SpanRecord.StatusCode, FormattableString.Invariant($"{Status}")),
            .. Partition is null ? [] : new[] { (SpanRecord.PartitionKeyRangeId, Partition) },
            .. More,
        ];
    }
}
