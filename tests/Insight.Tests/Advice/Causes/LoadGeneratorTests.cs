using DroneDelivery.LoadTests.Insight.Advice;

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
}
