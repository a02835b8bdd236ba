using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Proofs;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Proofs;

public sealed class ProofTrialTests
{
    [Fact]
    public void ScenarioOf_TestWithItsOwnFlags_IsThatTest() =>
        Assert.Equal(TuningLab.Baseline, ProofTrial.ScenarioOf(ManifestOf(TuningLab.Baseline)));

    [Fact]
    public void ScenarioOf_FlagsOfTheRun_AreTaken()
    {
        var ran = TuningLab.ParallelQuery with { Throughput = 1_500 };

        Assert.Equal(ran, ProofTrial.ScenarioOf(ManifestOf(ran)));
    }

    [Fact]
    public void ScenarioOf_PlantedFault_IsPlantedAgain()
    {
        var ran = FaultCatalog.Plant(FaultCatalog.SmallPool);

        var found = ProofTrial.ScenarioOf(ManifestOf(ran));

        Assert.Equal(FaultCatalog.SmallPool, found.Fault);
        Assert.Equal(ran.DeliveryFlags, found.DeliveryFlags);
    }

    [Fact]
    public void ScenarioOf_UnknownTest_SaysThatItCannotBeRepeated()
    {
        var exception = Assert.Throws<LabException>(
            () => ProofTrial.ScenarioOf(ManifestOf(TuningLab.Baseline) with { Scenario = "unheard-of" }));

        Assert.StartsWith("The run cannot be repeated", exception.Message);
    }

    [Theory]
    [InlineData("--throughput", "1900")]
    [InlineData("--max-concurrency", "-1")]
    [InlineData("--partition-key", "ownerId")]
    [InlineData("--cosmos-connections", "360")]
    public void Changed_OneFlag_IsGivenToDelivery(string flag, string value)
    {
        var changed = ProofTrial.Changed(TuningLab.Baseline, new FlagChange(flag, value));

        Assert.Equal(value, changed.DeliveryFlags[flag]);
        Assert.Null(changed.Published);
    }

    private static RunManifest ManifestOf(TuningScenario scenario) => SampleRecords.Run.Manifest with
    {
        Scenario = scenario.Name,
        Title = scenario.Title,
        Configuration = scenario.DeliveryFlags,
    };
}
