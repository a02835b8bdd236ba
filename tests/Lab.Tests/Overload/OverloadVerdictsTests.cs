using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class OverloadVerdictsTests
{
    [Fact]
    public void FromFigures_AllReached_SaysSo()
    {
        var record = OverloadRecords.Create(
            100, OverloadRecords.Step("none", 3, 9_000, null), OverloadRecords.Step("adaptive", 95, 400, 0.3));

        var verdicts = OverloadVerdicts.FromRecord(record).ToList();

        Assert.Equal(5, verdicts.Count);
        Assert.All(verdicts, verdict => Assert.True(verdict.Met is true, $"{verdict}"));
        Assert.Equal("95 %: 95 of 100 req/s", verdicts[0].Found);
    }

    [Theory]
    [InlineData(89, 400, 0.3, 100, "goodput")]
    [InlineData(95, 501, 0.3, 100, "p99")]
    [InlineData(95, 400, 0.6, 100, "back to normal")]
    [InlineData(95, 400, null, 100, "back to normal")]
    [InlineData(95, 400, 0.3, 111, "memory")]
    public void FromFigures_OneMissed_IsThatOne(double goodput, double p99Ms, double? recovery, double lastMiB, string missed)
    {
        var record = OverloadRecords.Create(100, OverloadRecords.Step("adaptive", goodput, p99Ms, recovery, lastMiB));

        var verdict = Assert.Single(OverloadVerdicts.FromRecord(record), verdict => verdict.Met is false);

        Assert.Contains(missed, verdict.Goal, StringComparison.Ordinal);
    }

    /// <summary>A failure misses the objective, however fast it is: otherwise 2 % that fail in 5 ms would improve p99.</summary>
    [Theory]
    [InlineData(0, 1_000, false, "5 ms; 100 % miss it")]
    [InlineData(980, 20, false, "5 ms; 2 % miss it")]
    [InlineData(990, 10, true, "5 ms; 1 % miss it")]
    [InlineData(0, 0, null, "none was accepted")]
    [InlineData(5, 0, true, "5 ms; 0 % miss it")]
    public void FromFigures_AcceptedRequestsFail_MissTheObjectiveOfP99(int good, int failed, bool? met, string found)
    {
        var run = OverloadRecords.Step("adaptive", 95, 40, 0.3);
        var latency = OverloadRecords.Latency(good, failed, ms: 5);
        var worst = run.Worst! with { Good = good, Refused = 1_000 - latency.Count, Latency = latency };

        var verdicts = OverloadVerdicts.FromRecord(OverloadRecords.Create(100, run with { Phases = [worst] }));

        var p99 = Assert.Single(verdicts, verdict => verdict.Goal.Contains("p99", StringComparison.Ordinal));
        Assert.Equal((met, found), (p99.Met, p99.Found));
    }

    // What a ladder served more than the capacity raises the goal.
    [Fact]
    public void Peak_LadderServedMore_IsTheLadders()
    {
        var record = OverloadRecords.Create(
            100,
            OverloadRecords.Ladder("fixed", (50, 50), (150, 120), (300, 110)),
            OverloadRecords.Step("adaptive", 105, 400, 0.3));

        Assert.Equal(120, record.Peak);
        Assert.False(OverloadVerdicts.FromRecord(record).First().Met is true);
    }

    [Fact]
    public void FromFigures_NoneThatServesOn_DidNotCollapse()
    {
        var verdict = Assert.Single(OverloadVerdicts.FromRecord(OverloadRecords.Create(100, OverloadRecords.Step("none", 60, 9_000, null))));

        Assert.Equal(("60 %: 60 of 100 req/s", false), (verdict.Found, verdict.Met is true));
    }

    [Theory]
    [InlineData(null, 0.2, true, true)]
    [InlineData(3.0, null, false, false)]
    [InlineData(null, 10.1, true, false)]
    public void FromFigures_Metastable_OutlastsTheBurstUnlessCured(double? failed, double? cured, bool outlasts, bool ends)
    {
        var record = OverloadRecords.Create(
            null, OverloadRecords.Metastable("--cosmos-retries 9", failed),
            OverloadRecords.Metastable("--cosmos-retries 0", cured));

        Assert.Equal([outlasts, ends], OverloadVerdicts.FromRecord(record).Select(verdict => verdict.Met is true));
    }

    [Fact]
    public void FromFigures_NothingRun_IsEmpty() => Assert.Empty(OverloadVerdicts.FromRecord(OverloadRecords.Create(100)));
}
