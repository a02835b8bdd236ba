using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.Insight.Tests.Advice.Predictions;

public sealed class ProofTests
{
    private static readonly FlagChange Change = new(FlagChange.MaxConcurrency, "-1");

    [Fact]
    public void Holds_MeasuredAsPredicted_IsTrue()
    {
        var proof = Prove(HandmadeRun.ParallelQuery);

        Assert.True(proof.Holds, DiagnosisText.Plain(proof));
    }

    [Fact]
    public void Holds_ChangeDidNothing_IsFalse()
    {
        var proof = Prove(HandmadeRun.SerialQuery);

        Assert.False(proof.Holds, DiagnosisText.Plain(proof));
    }

    [Fact]
    public void Plain_Proof_SetsPredictedBesideMeasured()
    {
        var text = DiagnosisText.Plain(Prove(HandmadeRun.ParallelQuery));

        Assert.Contains("predicted", text);
        Assert.Contains("RU per operation", text);
        Assert.Contains("of what was measured (one run, no interval).", text);
    }

    [Fact]
    public void Plain_DisturbedMachine_SaysInWhichOfTheRuns()
    {
        var text = DiagnosisText.Plain(Prove(HandmadeRun.ParallelQuery with { MachineLoad = HandmadeRun.Disturbed }));

        Assert.Contains("In the run after the change the machine was disturbed. Other virtual machines took 14 %", text);
        Assert.DoesNotContain("before the change", text);
    }

    private static Proof Prove(HandmadeRun after)
    {
        var before = HandmadeRun.SerialQuery;
        var step = before.Explain().Provable;
        Assert.NotNull(step?.Prediction);
        return Proof.FromRuns(Change, step.Prediction, before.Data().Record, after.Data().Record);
    }
}
