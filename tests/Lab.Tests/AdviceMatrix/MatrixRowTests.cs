using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.AdviceMatrix;
using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.AdviceMatrix;

public sealed class MatrixRowTests
{
    public static TheoryData<string> Names => [.. FaultCatalog.Names];

    [Theory]
    [MemberData(nameof(Names))]
    public void ForFault_EveryFault_SaysWhatIsExpected(string name) =>
        Assert.NotNull(ExpectedFinding.ForFault(FaultCatalog.Find(name)));

    [Fact]
    public void Verdict_CauseNamedFirst_IsRight() =>
        Assert.Equal(
            MatrixVerdict.Right,
            Row(FaultCatalog.SlowBackend, 200, Found(Cause.SlowBackend, "drone-scheduler is slow")).Verdict);

    [Fact]
    public void Verdict_CauseOfAnotherService_IsWrong() =>
        Assert.Equal(
            MatrixVerdict.Wrong,
            Row(FaultCatalog.SlowBackend, 200, Found(Cause.SlowBackend, "package is slow")).Verdict);

    [Fact]
    public void Verdict_CauseNamedSecond_IsWrong() => Assert.Equal(
        MatrixVerdict.Wrong,
        Row(FaultCatalog.LockContention, 200, Found(Cause.Network, "way"), Found(Cause.LockContention, "package")).Verdict);

    [Theory]
    [InlineData(111, nameof(MatrixVerdict.NotRequired))]
    [InlineData(112, nameof(MatrixVerdict.Wrong))]
    public void Verdict_NothingNamed_IsWrongFromATenthOfLatencyOn(double meanMs, string verdict) =>
        Assert.Equal(verdict, $"{Row(FaultCatalog.SlowBackend, meanMs).Verdict}");

    /// <summary>Requests that were not answered would have taken longer: the fault may cost more.</summary>
    [Fact]
    public void Verdict_MeanIsALowerBound_MayCostMore()
    {
        var row = Row(FaultCatalog.SlowBackend, 105) with { Mean = new LatencyValue(105, AtLeast: true) };

        Assert.Equal(MatrixVerdict.Wrong, row.Verdict);
        Assert.StartsWith("at least 105 ms, fault costs at least 4.8 %: WRONG", MatrixStudy.Line(row), StringComparison.Ordinal);
        Assert.Null((row with { Base = new LatencyValue(100, AtLeast: true) }).Cost);
        Assert.Contains("| at least 105 ms | at least 4.8 % |", StudyMarkdown.Render(
            MatrixStudy.Build(new MatrixFigures(SampleStudies.Envelope, [row]))), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.5, nameof(MatrixVerdict.Wrong))]
    [InlineData(0.05, nameof(MatrixVerdict.Right))]
    public void Verdict_FaultThatNoRuleNames_IsWrongWhereACauseIsCertain(double share, string verdict) =>
        Assert.Equal(
            verdict,
            $"{Row(FaultCatalog.LargeAnswers, 200, Found(Cause.GarbageCollection, "gateway pauses", share)).Verdict}");

    [Fact]
    public void Verdict_AttemptsThatFailInARetryStorm_MayBeCertain() => Assert.Equal(
        MatrixVerdict.Right, Row(FaultCatalog.RetryStorm, 200, Found(Cause.FailingBackend, "package fails")).Verdict);

    [Fact]
    public void Study_WrongRow_IsCountedAndMarked()
    {
        var text = StudyMarkdown.Render(MatrixStudy.Build(new MatrixFigures(
            SampleStudies.Envelope with { Failure = "Did not run: x: broke" },
            [Row(FaultCatalog.SlowBackend, 200), Row(null, 100, Found(Cause.Network, "The network is slow."))])));

        Assert.Contains("| slow-backend | medium | 200 ms | 50 % | none | WRONG |", text);
        Assert.Contains("0 right, 1 wrong, 0 that cost too little to be named. 1 certain findings in 1 healthy runs.", text);
        Assert.Contains("Test 4: The network is slow (certain, 50 %).", text);
        Assert.Contains("Did not run: x: broke", text);
    }

    private static Finding Found(Cause cause, string title, double share = 0.5) => new(cause, title, [], share, []);

    private static MatrixRow Row(PlantedFault? fault, double meanMs, params IReadOnlyList<Finding> findings)
    {
        var manifest = SampleRecords.Run.Manifest with { Scenario = "owner-key", Title = "Test 4" };
        return new MatrixRow(fault, new Diagnosis(manifest, findings, new Bounds([], [])), meanMs, fault is null ? LatencyValue.None : 100);
    }
}
