using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.ScaleOut;

namespace DroneDelivery.Lab.Tests.ScaleOut;

public sealed class ScaleOutStudyTests
{
    /// <summary>Ratios are within a round, so they do not change with the speed of the machine; medians do.</summary>
    [Fact]
    public void Text_OfARecord_HasPredictedAndMeasured()
    {
        var text = StudyText.Render(ScaleOutStudy.Build(ScaleTrials.Record));

        Assert.Contains("Each Delivery has 0.12 core: a control group limits it.", text);
        Assert.Matches(
            @"one Delivery directly +1 +100 +78\.8 +52\.5 +105 +-21 % +1\.05 +Delivery's CPU +Delivery's CPU, 95 %", text);
        Assert.Matches(@"\n +4 +400 +270 +180 +360 +-33 % +3\.60 +Delivery's CPU ", text);
        Assert.Matches(@"\n +2 +69\.4 +70 +70 +70 +\+1 % +1\.00 +278 RU/s of one physical partition ", text);
    }

    [Fact]
    public void Verdicts_OfARecord_JudgeRatiosAndPredictions()
    {
        var verdicts = ScaleOutStudy.Build(ScaleTrials.Record).Verdicts.ToList();

        Assert.Equal(
            [
                ("2 instances: at least 1.8 times the throughput of one", "1.90 times", true),
                ("4 instances: at least 3.4 times the throughput of one", "3.60 times", true),
                ("all owners: within 15 % of the prediction", "-25 %, -29 %, -33 %", false),
                ("one owner: within 15 % of the prediction", "+1 %, +1 %, +1 %", true),
            ],
            verdicts.Select(verdict => (verdict.Goal, verdict.Found, verdict.Met == true)));
        Assert.Equal("2 runs, 50 % interval 1.90 to 1.90", verdicts[0].Basis);
    }

    [Theory]
    [InlineData(0.4, 0.97, "the machine's CPU, 97 %")]
    [InlineData(1, 0.97, "RU/s of a physical partition, 100 %")]
    [InlineData(0.4, 0.3, "Delivery's CPU, 95 %")]
    public void LimitOf_Trials_IsTheHighestUtilization(double partition, double machine, string limit) =>
        Assert.Equal(limit, ScaleRow.LimitOf([ScaleTrials.Create(2, 1, 200, partition, machine)], "Delivery's CPU"));

    [Fact]
    public void LimitOf_NothingIsUsedUp_SaysSo() => Assert.Equal(
        "none; most: Delivery's CPU, 50 %",
        ScaleRow.LimitOf([ScaleTrials.Create(2, 1, 200) with { InstanceShare = 0.5 }], "Delivery's CPU"));

    [Fact]
    public void Text_CpuCouldNotBeLimited_SaysWhy()
    {
        var limit = new InstanceLimit(null, 2, 47, "There are no control groups in /x.");

        Assert.Contains(
            "Each Delivery has 2 connections to the database, since its CPU could not be limited. "
                + "There are no control groups in /x.",
            StudyText.Render(ScaleOutStudy.Build(ScaleTrials.Record with { Limit = limit })));
    }

    [Fact]
    public void Warnings_RequestsFailedAndDisturbances_AreCounted()
    {
        var record = ScaleTrials.Record;
        var trial = record.Series[1].Trials[0];
        record.Series[1].Trials[0] = trial with { Failed = 3, Load = trial.Load with { Disturbance = "A compiler ran." } };

        var warnings = ScaleOutStudy.Build(record).AllWarnings;

        Assert.Contains("3 requests failed. Only successes count as throughput.", warnings);
        Assert.Contains("The machine was disturbed in 1 of 15 trials; in the first: A compiler ran.", warnings);
    }
}
