using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class LoadGeneratorTests
{
    [Fact]
    public void LoadGenerator_SendsLate_IsNamedBeforeAnythingElse()
    {
        var diagnosis = (HandmadeRun.SerialQuery with { LatenessMs = 150 }).Explain();

        Assert.Equal(Cause.LoadGenerator, diagnosis.First?.Cause);
        Assert.Contains(diagnosis.Findings, finding => finding.Cause == Cause.SerialFanOut);
    }

    [Fact]
    public void LoadGenerator_LateOnADisturbedMachine_IsNotBlamedAndTheDisturbanceIsSaid()
    {
        var diagnosis = (HandmadeRun.SerialQuery with { LatenessMs = 150, MachineLoad = HandmadeRun.Disturbed }).Explain();

        Assert.DoesNotContain(diagnosis.Findings, finding => finding.Cause == Cause.LoadGenerator);
        Assert.Contains(diagnosis.Notes, note => note.StartsWith("The machine was disturbed", StringComparison.Ordinal));
    }

    [Fact]
    public void LoadGenerator_TakesTheMachine_IsNamed()
    {
        var cores = new Dictionary<string, double> { ["load-generator"] = 1.4 };

        Assert.Equal(Cause.LoadGenerator, (HandmadeRun.Healthy with { Cores = cores }).Explain().First?.Cause);
    }

    [Fact]
    public void LoadGenerator_LateBecauseAServiceTakesTheMachine_IsNotBlamed()
    {
        var cores = new Dictionary<string, double> { ["package"] = 1.5 };
        var own = new Dictionary<string, double> { ["package"] = 150 };

        var finding = (HandmadeRun.Healthy with { LatenessMs = 60, Cores = cores, OwnMs = own }).Explain().First;

        Assert.Equal(Cause.BusyProcess, finding?.Cause);
    }

    [Fact]
    public void Find_SendsLate_SaysHowLateAndIsNotCertain()
    {
        var finding = LoadGenerator.Find(Run(new GeneratorRecord(30, 90, 120, 0.25, WasTheLimit: false)));

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.LoadGenerator, "Requests leave the load generator late: the figures are not the system's alone."),
            (finding.Cause, finding.Title));
        Assert.Equal(
            [
                "Requests left 30 ms late on average, one in a hundred 90 ms or more; that is in the mean latency of 200 ms.",
                "The generator used 0.25 of 2 cores, all other processes together 0.75.",
            ],
            finding.Evidence);
        Assert.Equal((0.15, Loss.Latency, Confidence.Likely), (finding.Share, finding.Of, finding.Confidence));
        Assert.Equal("the generator used only 0.25 cores, so something else may have used the machine", finding.Doubt);
    }

    [Fact]
    public void Find_LatestRequestsAreNotMeasured_SaysOnlyTheMean()
    {
        var finding = LoadGenerator.Find(Run(new GeneratorRecord(30, null, null, 0.25, WasTheLimit: false)));

        Assert.Equal("Requests left 30 ms late on average; that is in the mean latency of 200 ms.", finding!.Evidence[0]);
    }

    [Fact]
    public void Find_UsesMostOfAFullMachine_IsTheLimitItselfWithoutDoubt()
    {
        var finding = LoadGenerator.Find(Run(new GeneratorRecord(40, 90, 120, 1, WasTheLimit: false)));

        Assert.Equal("The load generator itself is the limit: the figures are not the system's.", finding?.Title);
        Assert.Equal((null, Confidence.Certain), (finding!.Doubt, finding.Confidence));
    }

    [Fact]
    public void Find_SendsLate_ProposesASeparateMachine() => Assert.Equal(
        [
            new NextStep(
                "Run the generator on a separate machine, or remove load from its machine that is not part of the test."),
            new NextStep("Until then do not quote these figures."),
        ],
        LoadGenerator.Find(Run(new GeneratorRecord(30, 90, 120, 0.25, WasTheLimit: false)))!.NextSteps);

    // 20 ms are 0.1 of 200 ms.
    [Theory]
    [InlineData(19, false)]
    [InlineData(20, true)]
    [InlineData(21, true)]
    public void Find_LatenessNearTheLimit_IsFoundFromTheLimitOn(double lateMs, bool found) => Assert.Equal(
        found, LoadGenerator.Find(Run(new GeneratorRecord(lateMs, null, null, 0.25, WasTheLimit: false))) is not null);

    // The other processes use one of two cores, so the machine is nearly full in all cases.
    [Theory]
    [InlineData(0.875, false)]
    [InlineData(1, true)]
    [InlineData(1.125, true)]
    public void Find_MachineIsFull_IsFoundIfItUsesAsMuchAsAllOthersTogether(double cores, bool found)
    {
        var generator = new GeneratorRecord(0, null, null, cores, WasTheLimit: false);

        Assert.Equal(found, LoadGenerator.Find(Run(generator, gatewayCores: 0.5)) is not null);
    }

    /// <summary>Half a core for the delivery service, and as much as given for the gateway and the generator.</summary>
    private static RunEvidence Run(GeneratorRecord generator, double gatewayCores = 0.25)
    {
        var run = SampleRecords.Run;
        var record = run with
        {
            Load = run.Load with { Latency = SampleRecords.Latency(200), Generator = generator },
            Processes =
            [
                Process("delivery", 0.5), Process("gateway", gatewayCores), Process("load-generator", generator.CpuCores),
            ],
        };
        return new RunEvidence(new RunData(record, RunSamples.None));
    }

    private static ProcessRecord Process(string name, double cores) => new(name, cores, cores, 100, 120);
}
