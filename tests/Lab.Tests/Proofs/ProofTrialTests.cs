using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Proofs;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Proofs;

public sealed class ProofTrialTests
{
    private static readonly LoadEngine Engine = LoadEngine.BuiltIn(TimeProvider.System);

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
    public void ScenarioOf_PartitionsOfTheRun_AreTaken()
    {
        var ran = TuningLab.ParallelQuery with { Partitions = 5 };
        var settings = new LabSettings(
            [ran], SimulationProfile.Load(SimulationProfile.Default), TuningLoad.Quick, "lab run", Engine);

        var manifest = RunManifestBuilder.Build(settings, ran, SampleRecords.Run.Manifest.Machine);

        Assert.Equal(ran, ProofTrial.ScenarioOf(manifest));
    }

    [Fact]
    public async Task Try_RunOnAnAccount_SaysThatItCannotBeRepeatedAsync()
    {
        var run = SampleRecords.Run with { Cosmos = SampleRecords.Run.Cosmos with { Account = "x in gateway mode" } };
        var step = new NextStep("", new FlagChange("--throughput", "1900"), SampleRecords.Prediction(20, 600, 30));
        var trial = new ProofTrial(Engine, "runs", "lab explain", TimeProvider.System);

        var exception = await Assert.ThrowsAsync<LabException>(
            () => trial.TryAsync(run, step, aloud: false, TestContext.Current.CancellationToken));

        Assert.Equal(
            "The run cannot be repeated: its database was x in gateway mode, and a trial runs on the emulator.",
            exception.Message);
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
