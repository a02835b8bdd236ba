using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;

namespace DroneDelivery.Insight.Tests.Advice;

public sealed class ProofTests
{
    private static readonly FlagChange Change = new("--max-concurrency", "-1");

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
    public void Plain_Proof_ShowsPredictedAndMeasured()
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

    [Theory]
    [InlineData(84, false)]
    [InlineData(85, true)]
    [InlineData(115, true)]
    [InlineData(116, false)]
    public void Holds_PredictedForAHundred_AllowsFifteenPerCent(double predicted, bool expected)
    {
        var (line, right) = (new ProofLine("any", 200, predicted, 100), new ProofLine("right", 200, 100, 100));

        Assert.All(
            (Proof[])[new(Change, line, right, right, []), new(Change, right, line, right, []), new(Change, right, right, line, [])],
            proof => Assert.Equal(expected, proof.Holds));
    }

    [Fact]
    public void FromRuns_Lines_AreThoseOfThroughputLatencyAndRequestUnits()
    {
        var before = SampleRecords.Run;
        var after = before with
        {
            Load = before.Load with { Successful = 490, Latency = SampleRecords.Latency(350) },
            Cosmos = before.Cosmos with { RequestUnits = 14_400 },
        };

        var proof = Proof.FromRuns(Change, SampleRecords.Prediction(10, 340, 14), before, after);

        // In 50 s 980 and then 490 requests; for 1,000 sent requests 28,800 and then 14,400 RU.
        Assert.Equal(
            [
                new ProofLine("Throughput, req/s", 19.6, 10, 9.8),
                new ProofLine("Mean latency, ms", 700, 340, 350),
                new ProofLine("RU per operation", 28.8, 14, 14.4),
            ],
            proof.Lines);
    }

    // A prediction is of answered requests; hung ones make the mean of all a lower bound.
    [Fact]
    public void FromRuns_RequestsHung_ComparesTheMeanOfSuccesses()
    {
        var load = SampleRecords.Run.Load;
        var hung = SampleRecords.Run with
        {
            Load = load with
            {
                Unanswered = 5,
                Latency = SampleRecords.Latency(900) with { AtLeast = ["mean"] },
                Successes = SampleRecords.Latency(350),
            },
        };

        var line = Proof.FromRuns(Change, SampleRecords.Prediction(20, 350, 29), SampleRecords.Run, hung).Mean;

        Assert.Equal(new ProofLine("Mean of successes, ms", 700, 350, 350), line);
    }

    [Fact]
    public void FromRuns_NothingSucceeded_HasNoMean()
    {
        var failed = SampleRecords.Run with { Load = SampleRecords.Run.Load with { Successful = 0, ClientErrors = 1_000 } };

        var proof = Proof.FromRuns(Change, SampleRecords.Prediction(20, 700, 29), SampleRecords.Run, failed);

        Assert.Equal((null, false), (proof.Mean.Measured, proof.Holds));
    }

    [Fact]
    public void FromRuns_BothRunsDisturbed_SaysSoOfEach()
    {
        var run = SampleRecords.Run;
        var machine = run.Manifest.Machine with { DuringRun = HandmadeRun.Disturbed };
        var disturbed = run with { Manifest = run.Manifest with { Machine = machine } };

        var proof = Proof.FromRuns(Change, SampleRecords.Prediction(20, 700, 29), disturbed, disturbed);

        Assert.Collection(
            proof.Disturbances,
            before => Assert.StartsWith("In the run before the change the machine was disturbed. Other virtual", before),
            after => Assert.StartsWith("In the run after the change the machine was disturbed. Other virtual", after));
    }

    private static Proof Prove(HandmadeRun after)
    {
        var before = HandmadeRun.SerialQuery;
        var step = before.Explain().Provable;
        Assert.NotNull(step?.Prediction);
        return Proof.FromRuns(Change, step.Prediction, before.Data().Record, after.Data().Record);
    }
}
