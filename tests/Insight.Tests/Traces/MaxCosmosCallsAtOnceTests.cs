using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class MaxCosmosCallsAtOnceTests
{
    [Fact]
    public void MaxCosmosCallsAtOnce_OneAfterAnother_IsOne()
    {
        // The second call starts in the very moment in which the first one ends.
        var tree = Tree(TraceBuilder.Invoice("t", 200).Cosmos("0", 20, 30).Cosmos("1", 50, 30).Cosmos("2", 81, 30));

        Assert.Equal(1, tree.MaxCosmosCallsAtOnce);
    }

    [Fact]
    public void MaxCosmosCallsAtOnce_SideBySide_CountsThem()
    {
        var trace = TraceBuilder.Invoice("t", 200);

        var tree = Tree(trace.Cosmos("0", 20, 30).Cosmos("1", 21, 30).Cosmos("2", 22, 30).Cosmos("3", 90, 30));

        Assert.Equal(3, tree.MaxCosmosCallsAtOnce);
    }

    [Fact]
    public void MaxCosmosCallsAtOnce_PlanAndOneDataCall_IsOne() =>
        Assert.Equal(1, Tree(TraceBuilder.Invoice("t", 200).Plan(20, 30).Cosmos("0", 25, 30)).MaxCosmosCallsAtOnce);

    private static TraceTree Tree(TraceBuilder trace) => Assert.Single(TraceTree.BuildAll(trace.Spans));
}
