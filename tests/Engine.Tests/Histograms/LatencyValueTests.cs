using System.Text.Json;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.Engine.Tests.Histograms;

public sealed class LatencyValueTests
{
    private static readonly LatencyValue Exact = new(12.5);
    private static readonly LatencyValue Bound = new(60_000, AtLeast: true);
    private static readonly LatencyValue NotStated = new(null, NotStated: "2 of 10 arrivals were dropped");

    [Fact]
    public void BoundNames_OneOfTwoIsABound_IsItsNameInJson()
    {
        Assert.Equal(["p99Ms"], LatencyValue.BoundNames(("P50Ms", Exact), ("P99Ms", Bound)));
        Assert.Null(LatencyValue.BoundNames(("P50Ms", Exact), ("P99Ms", Exact)));
    }

    [Fact]
    public void WithBound_NameAmongTheBounds_IsABoundAgain()
    {
        var read = new LatencyValue(60_000);

        Assert.Equal(Bound, read.WithBound(["p99Ms"], "P99Ms"));
        Assert.Equal(read, read.WithBound(["p99Ms"], "P50Ms"));
        Assert.Equal(read, read.WithBound(null, "P99Ms"));
    }

    [Fact]
    public void Json_NumberAndNull_AreReadAndWritten()
    {
        Assert.Equal("[12.5,60000,null]", JsonSerializer.Serialize<LatencyValue[]>([Exact, Bound, NotStated]));
        Assert.Equal([Exact, LatencyValue.None], JsonSerializer.Deserialize<LatencyValue[]>("[12.5,null]")!);
    }
}
