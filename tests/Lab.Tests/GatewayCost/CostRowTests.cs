using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

public sealed class CostRowTests
{
    private static readonly CostedTarget Direct = new(CostedTarget.Direct, "direct");
    private static readonly CostedTarget Full = new(CostedTarget.Full, "full");

    [Fact]
    public void Row_SeveralRounds_HasMediansAndTheSumOfFailures()
    {
        CostTrial[] trials =
        [
            CostTrials.Create("full", 1, rate: 100, proxy: 30, backend: 5, failed: 1),
            CostTrials.Create("full", 2, rate: 900, proxy: 10, backend: 7, failed: 2),
            CostTrials.Create("full", 3, rate: 200, proxy: 20, backend: 6),
        ];

        var row = Assert.Single(CostRow.FromTrials([Direct, Full], trials));

        Assert.Equal(Full, row.Target);
        Assert.Equal((200, 20, 6, 3), (row.RequestsPerSecond, row.ProxyMicroseconds, row.BackendMicroseconds, row.Failed));
    }

    [Fact]
    public void Successes_SomeRequestsFailed_AreMediansOverAllRounds()
    {
        var row = Assert.Single(CostRow.FromTrials(
            [new(CostedTarget.Full, "full")],
            [
                CostTrials.Create("full", 1, 100, p50: 1, p99: 3),
                CostTrials.Create("full", 2, 100, p50: 9, p99: 90, failed: 5) with { SuccessP99Ms = 5 },
                CostTrials.Create("full", 3, 100, p50: 3, p99: 4),
            ]));

        Assert.Equal(4, row.SuccessP99Ms);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(5)]
    public void Successes_NothingFailedOrNotKnown_AreNotShown(long failed)
    {
        var row = Assert.Single(CostRow.FromTrials(
            [new(CostedTarget.Full, "full")], [CostTrials.Create("full", 1, 100), CostTrials.Create("full", 2, 100, failed: failed)]));

        Assert.Null(row.SuccessP99Ms);
    }

    [Fact]
    public void AddedLatency_RoundsDiffer_IsTheMedianOfWhatEachRoundAdded()
    {
        CostTrial[] trials =
        [
            CostTrials.Create("direct", 1, 1, p50: 1, p99: 10), CostTrials.Create("full", 1, 1, p50: 2, p99: 13),
            CostTrials.Create("direct", 2, 1, p50: 5, p99: 50), CostTrials.Create("full", 2, 1, p50: 7, p99: 54),
            CostTrials.Create("direct", 3, 1, p50: 9, p99: 90), CostTrials.Create("full", 3, 1, p50: 12, p99: 95),
        ];

        var row = CostRow.FromTrials([Full], trials)[0];

        Assert.Equal((2, 4), (row.AddedP50Ms.Milliseconds, row.AddedP99Ms.Milliseconds));
    }

    [Fact]
    public void AddedLatency_DirectNotMeasured_IsNotKnown()
    {
        var row = CostRow.FromTrials([Full], [CostTrials.Create("full", 1, 1)])[0];

        Assert.Null(row.AddedP50Ms.Milliseconds);
        Assert.Null(row.AddedP99Ms.Milliseconds);
    }

    [Theory]
    [InlineData(false, true, true, 30.0, true)]
    [InlineData(true, false, false, null, false)]
    public void AddedLatency_RequestsWithoutAnAnswer_IsALowerBoundOrNotKnown(
        bool direct, bool full, bool p99, double? added, bool atLeast)
    {
        CostTrial[] trials =
        [
            CostTrials.Create("direct", 1, 1, p99: 10, atLeast: direct), CostTrials.Create("full", 1, 1, p99: 40, atLeast: full),
        ];

        var row = CostRow.FromTrials([Full], trials)[0];

        Assert.Equal(p99, row.P99Ms.AtLeast);
        Assert.Equal((added, atLeast), (row.AddedP99Ms.Milliseconds, row.AddedP99Ms.AtLeast));
    }
}
