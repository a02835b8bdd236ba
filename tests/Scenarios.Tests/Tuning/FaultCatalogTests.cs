using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Scenarios.Tests.Tuning;

public sealed class FaultCatalogTests
{
    public static TheoryData<string> Names => [.. FaultCatalog.Names];

    [Fact]
    public void AllStrengths_FourteenKindsAtThreeStrengths_HaveDifferentNames() =>
        Assert.Equal(14 * 3, FaultCatalog.Names.Distinct().Count());

    [Fact]
    public void AllStrengths_OfOneKind_DifferInWhatTheyBreak() => Assert.All(
        FaultCatalog.AllStrengths.GroupBy(fault => fault.Kind),
        kind => Assert.Equal(3, kind.Select(SizeOf).Distinct().Count()));

    [Fact]
    public void All_Faults_AreThoseOfMediumStrength() =>
        Assert.Equal(FaultCatalog.All.Select(fault => fault.Kind), FaultCatalog.All.Select(fault => fault.Name));

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
            fault.HotOwnerShare > 0 && fault.Service is null, fault.SlowPartition is not null,
            fault.CosmosConnections is not null, fault.GeneratorBusyThreads > 0,
            fault.Service is not null, fault.OtherProcessShare > 0,
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
    public void Plant_RetryStorm_ChangesTheGatewayAndABackend()
    {
        var planted = FaultCatalog.Plant(FaultCatalog.RetryStorm);

        Assert.Equal("8", planted.FaultFlagsOf("gateway")["--Resilience:Retries"]);
        Assert.Equal("0.5", planted.FaultFlagsOf("package")["--fault-error-share"]);
        Assert.Empty(planted.FaultFlagsOf("delivery"));
    }

    [Fact]
    public void ScenarioOf_TestOfTheStudy_IsThatTest() => Assert.Same(TuningLab.Baseline, FaultCatalog.ScenarioOf("baseline"));

    [Fact]
    public void Healthy_HasNoFault() => Assert.Null(FaultCatalog.Healthy.Fault);

    private static string SizeOf(PlantedFault fault) => string.Join(
        ' ',
        [
            $"{fault.HotOwnerShare}", $"{fault.SlowPartition}", $"{fault.CosmosConnections}", $"{fault.GeneratorBusyThreads}",
            $"{fault.OtherProcessShare}", .. fault.Service?.Flags.Values ?? [],
        ]);
}
