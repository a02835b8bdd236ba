using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Scenarios.Tests.Faults;

public sealed class FaultCatalogTests
{
    public static TheoryData<string> Names => [.. FaultCatalog.Names];

    [Fact]
    public void All_Names_AreEightDifferentOnes() => Assert.Equal(8, FaultCatalog.Names.Distinct().Count());

    [Theory]
    [MemberData(nameof(Names))]
    public void Plant_InItsOwnTest_IsFoundAgainByTheNameOfTheRun(string name)
    {
        var planted = FaultCatalog.Plant(FaultCatalog.Find(name));

        var found = FaultCatalog.ScenarioOf(planted.Name);

        Assert.Equal(name, found.Fault?.Name);
        Assert.Equal(planted.PartitionKey, found.PartitionKey);
        Assert.Null(found.Published);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Find_EachFault_BreaksOneThing(string name)
    {
        var fault = FaultCatalog.Find(name);

        var broken = new[]
        {
            fault.HotOwnerShare > 0, fault.SlowPartition is not null, fault.CosmosConnections is not null, fault.GeneratorBusyThreads > 0,
            fault.Service is not null,
        };
        Assert.Single(broken, isBroken => isBroken);
    }

    [Fact]
    public void Find_UnknownName_SaysWhichThereAre()
    {
        var exception = Assert.Throws<ArgumentException>(() => FaultCatalog.Find("gremlins"));

        Assert.Contains("hot-key, slow-partition", exception.Message);
    }

    [Fact]
    public void ScenarioOf_TestOfTheStudy_IsThatTest() => Assert.Same(TuningLab.Baseline, FaultCatalog.ScenarioOf("baseline"));

    [Fact]
    public void Healthy_HasNoFault() => Assert.Null(FaultCatalog.Healthy.Fault);
}
