using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.Insight.Tests.Advice;

public sealed class DiagnosisTests
{
    private static readonly FlagChange Change = new("--max-concurrency", "-1");
    private static readonly Prediction Prediction = SampleRecords.Prediction(20, 200, 5);

    [Fact]
    public void Verdict_Findings_IsTheTitleOfTheFirst() =>
        Assert.Equal("First.", Diagnose(Finding("First."), Finding("Second.")).Verdict);

    [Fact]
    public void Verdict_NoFindings_IsThatOfTheBounds() =>
        Assert.Equal("No known cause limits this run.", Diagnose().Verdict);

    [Fact]
    public void Provable_NoFindings_IsNull() => Assert.Null(Diagnose().Provable);

    [Fact]
    public void Provable_NoStepHasFlagAndPrediction_IsNull() => Assert.Null(
        Diagnose(Finding("First.", new NextStep("Flag.", Change), new NextStep("Prediction.", null, Prediction))).Provable);

    [Fact]
    public void Provable_SeveralSteps_IsTheFirstWithFlagAndPrediction()
    {
        var steps = new[] { "Both.", "Both too." }.Select(text => new NextStep(text, Change, Prediction)).ToArray();

        var diagnosis = Diagnose(Finding("First.", new NextStep("Flag.", Change)), Finding("Second.", steps));

        Assert.Equal("Both.", diagnosis.Provable?.Text);
    }

    private static Diagnosis Diagnose(params Finding[] findings) =>
        new(SampleRecords.Run.Manifest, findings, new Bounds([], []));

    private static Finding Finding(string title, params NextStep[] steps) =>
        new(Cause.SerialFanOut, title, [], 0.5, steps);
}
