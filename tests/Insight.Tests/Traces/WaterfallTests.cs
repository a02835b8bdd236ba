using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class WaterfallTests
{
    [Fact]
    public void FromTrace_ThrottledCall_ShowsTheWaitBetweenItAndItsRetry()
    {
        var waterfall = Draw(TraceBuilder.Invoice("t", 800)
            .Cosmos("3", 20, 4, status: 429, retryAfterMs: 600)
            .Cosmos("3", 636, 40));

        var rows = waterfall.Rows.SkipWhile(row => row.Kind != WaterfallRowKind.CosmosData).ToList();
        Assert.Equal(
            [WaterfallRowKind.CosmosData, WaterfallRowKind.Wait, WaterfallRowKind.CosmosData],
            rows.Select(row => row.Kind));
        Assert.Equal(
            new WaterfallRow("delivery", "waiting to retry", WaterfallRowKind.Wait, 3, 24, 612, null, "3", null, Failed: false),
            rows[1]);
    }

    [Fact]
    public void FromTrace_ThrottledTwice_WaitsTwice()
    {
        var waterfall = Draw(TraceBuilder.Invoice("t", 800)
            .Cosmos("3", 20, 5, status: 429)
            .Cosmos("3", 125, 5, status: 429)
            .Cosmos("3", 330, 40));

        Assert.Equal([(25.0, 100.0), (130.0, 200.0)], waterfall.Waits.Select(wait => (wait.StartMs, wait.DurationMs)));
    }

    [Fact]
    public void WaitedMs_TwoCallsWaitAtTheSameTime_CountsTheTimeOnce()
    {
        var waterfall = Draw(TraceBuilder.Invoice("t", 800)
            .Cosmos("3", 20, 5, status: 429)
            .Cosmos("4", 20, 5, status: 429)
            .Cosmos("3", 125, 40)
            .Cosmos("4", 125, 40));

        Assert.Equal([100.0, 100.0], waterfall.Waits.Select(wait => wait.DurationMs));
        Assert.Equal(100, waterfall.WaitedMs);
    }

    [Fact]
    public void FromTrace_CallsToOtherPartitionsInBetween_DoNotEndTheWait()
    {
        var waterfall = Draw(TraceBuilder.Invoice("t", 800)
            .Cosmos("3", 20, 5, status: 429)
            .Cosmos("4", 30, 50)
            .Cosmos("3", 125, 40));

        Assert.Equal(100, Assert.Single(waterfall.Waits).DurationMs);
    }

    [Fact]
    public void FromTrace_ThrottledAndGivenUp_HasNoWait() =>
        Assert.Empty(Draw(TraceBuilder.Invoice("t", 800).Cosmos("3", 20, 5, status: 429)).Waits);

    [Fact]
    public void FromTrace_SecondPageOfAPartition_IsNoWait() =>
        Assert.Empty(Draw(TraceBuilder.Invoice("t", 800).Cosmos("3", 20, 5).Cosmos("3", 40, 5)).Waits);

    [Fact]
    public void FromTrace_CosmosCall_CarriesWhatTheSpanSays()
    {
        var row = Draw(TraceBuilder.Invoice("t", 100).Cosmos("7", 30, 20)).Rows[^1];

        Assert.Equal(
            new WaterfallRow(
                "delivery", "database call, partition 7", WaterfallRowKind.CosmosData, 3, 30, 20, 200, "7", 3.2, false),
            row);
    }

    [Fact]
    public void FromTrace_Services_AreNamedByWhatTheyDo()
    {
        var waterfall = Draw(TraceBuilder.Invoice("t", 100).Plan(10, 5));

        Assert.Equal(
            ["GET /api/invoices/{ownerId}", "call Delivery utilization", "GET /deliveries/utilization", "Cosmos query plan"],
            waterfall.Rows.Select(row => row.Name));
        Assert.Equal([0, 1, 2, 3], waterfall.Rows.Select(row => row.Depth));
    }

    [Fact]
    public void FromTrace_Calls_AreCountedWithoutThePlan()
    {
        var waterfall = Draw(TraceBuilder.Invoice("t", 100).Plan(8, 2).Cosmos("0", 10, 30).Cosmos("1", 11, 30));

        Assert.Equal((2, 2), (waterfall.DataCalls, waterfall.MaxDataCallsAtOnce));
    }

    private static Waterfall Draw(TraceBuilder trace) => Waterfall.FromTrace(Assert.Single(TraceTree.BuildAll(trace.Spans)));
}
