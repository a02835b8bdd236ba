using DroneDelivery.LoadTests.Insight.Advice.Findings;

namespace DroneDelivery.LoadTests.Tests.Advice;

/// <summary>
/// From the run of one test alone, the advisor proposes the change that the study made for the next test, and predicts the
/// figures of that test.
/// </summary>
[Collection(RunsCollection.Name)]
public sealed class TuningAdviceTests(TuningRuns runs)
{
    public static TheoryData<string, Cause, string> Causes => new()
    {
        { TuningLab.Baseline.Name, Cause.RequestUnits, "--throughput" },
        { TuningLab.MoreRequestUnits.Name, Cause.SerialFanOut, "--max-concurrency" },
        { TuningLab.ParallelQuery.Name, Cause.AvoidableFanOut, "--partition-key" },
    };

    public static TheoryData<string, string> Steps => new()
    {
        { TuningLab.Baseline.Name, TuningLab.MoreRequestUnits.Name },
        { TuningLab.MoreRequestUnits.Name, TuningLab.ParallelQuery.Name },
        { TuningLab.ParallelQuery.Name, TuningLab.OwnerKey.Name },
    };

    [Theory]
    [MemberData(nameof(Causes))]
    public void Explain_TestOfTheStudy_NamesCauseAndNextStep(string name, Cause cause, string flag)
    {
        var diagnosis = runs.DiagnosisOf(TuningLab.Find(name));

        Assert.True(diagnosis.First?.Cause == cause, DiagnosisText.Plain(diagnosis));
        Assert.Equal(flag, diagnosis.First.NextSteps[0].Change?.Flag);
    }

    [Fact]
    public void Explain_FanOut_FindsThePartitionKeyInTheQuery() => Assert.Equal(
        TuningLab.OwnerKey.PartitionKey, runs.DiagnosisOf(TuningLab.ParallelQuery).Provable?.Change?.Value);

    [Fact]
    public void Explain_NothingLeftToTune_FindsNothingAndNamesTheNextResource()
    {
        var diagnosis = runs.DiagnosisOf(TuningLab.OwnerKey);

        Assert.True(diagnosis.Findings.Count == 0, DiagnosisText.Plain(diagnosis));
        Assert.NotNull(diagnosis.Bounds.Next);
    }

    // Predicted times leave out queues for CPU: explain --prove judges them, and docs/advisor.md has its results.
    [Theory]
    [MemberData(nameof(Steps))]
    public void Prediction_OfTheNextTest_IsRightAboutRequestUnitsAndPromisesNoMoreTime(string before, string after)
    {
        var step = runs.DiagnosisOf(TuningLab.Find(before)).Provable;
        Assert.NotNull(step);

        var proof = Proof.FromRuns(
            step.Change!, step.Prediction!, runs.Record(TuningLab.Find(before)), runs.Record(TuningLab.Find(after)));

        TestContext.Current.TestOutputHelper!.WriteLine(DiagnosisText.Plain(proof));
        Assert.InRange(proof.RequestUnits.Error, -Proof.Tolerance, Proof.Tolerance);
        Assert.True(proof.Mean.Predicted < proof.Mean.Before, DiagnosisText.Plain(proof));
        Assert.True(proof.Throughput.Predicted > proof.Throughput.Before, DiagnosisText.Plain(proof));
    }
}
