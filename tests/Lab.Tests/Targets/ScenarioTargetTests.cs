using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.Targets;

public sealed class ScenarioTargetTests
{
    /// <summary>100 invoices of 4 RU. A partition of 250 RU/s with a fifth of the documents allows 250 / (4 / 5).</summary>
    [Fact]
    public void LimitByRequestUnits_OnePartitionForEachInvoice_IsThatOfTheFullestPartition()
    {
        var limit = ScenarioTarget.LimitByRequestUnits(Container(calls: 100), invoices: 100);

        Assert.Equal(312.5, limit!.Rate);
        Assert.Equal("250 RU/s of the physical partition with the most documents (20 %)", limit.Name);
    }

    [Fact]
    public void LimitByRequestUnits_EveryPartitionForEachInvoice_IsThatOfTheContainer()
    {
        var limit = ScenarioTarget.LimitByRequestUnits(Container(calls: 900), invoices: 100);

        Assert.Equal(new SharedLimit("2,250 RU/s", 562.5), limit);
    }

    [Fact]
    public void LimitByRequestUnits_NothingRead_IsNotKnown() =>
        Assert.Null(ScenarioTarget.LimitByRequestUnits(Container(calls: 0), invoices: 0));

    private static ContainerState Container(long calls) => new(
        "deliveries",
        "/ownerId",
        2_250,
        1_000,
        400,
        new CallCounts(new Dictionary<string, long> { ["200"] = calls }, new Dictionary<string, long>()),
        [.. Enumerable.Range(0, 9).Select(id => new PartitionState($"{id}", id == 4 ? 200 : 100, 250, []))]);
}
