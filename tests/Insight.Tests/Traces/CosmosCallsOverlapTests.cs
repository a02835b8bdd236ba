using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class CosmosCallsOverlapTests
{
    [Fact]
    public void CosmosCallsOverlap_OneAfterAnother_IsFalse()
    {
        // The second call starts in the very moment in which the first one ends.
        var tree = Tree(TraceBuilder.Invoice("t", 200).Cosmos("0", 20, 30).Cosmos("1", 50, 30).Cosmos("2", 81, 30));

        Assert.False(tree.CosmosCallsOverlap);
        Assert.Equal(1, tree.MaxCosmosCallsAtOnce);
    }

    [Fact]
    public void CosmosCallsOverlap_SideBySide_IsTrueAndCountsThem()
    {
        var trace = TraceBuilder.Invoice("t", 200);

        var tree = Tree(trace.Cosmos("0", 20, 30).Cosmos("1", 21, 30).Cosmos("2", 22, 30).Cosmos("3", 90, 30));

        Assert.True(tree.CosmosCallsOverlap);
        Assert.Equal(3, tree.MaxCosmosCallsAtOnce);
    }

    [Fact]
    public void CosmosCallsOverlap_PlanBesideOneDataCall_IsFalse() =>
        Assert.False(Tree(TraceBuilder.Invoice("t", 200).Plan(20, 30).Cosmos("0", 25, 30)).CosmosCallsOverlap);

    private static TraceTree Tree(TraceBuilder trace) => Assert.Single(TraceTree.BuildAll(trace.Spans));
}
