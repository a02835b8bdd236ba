using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Partitions;
using DroneDelivery.LoadTests.Scenarios;

namespace DroneDelivery.Lab.Tests.Partitions;

public sealed class PartitionsStudyTests
{
    [Theory]
    [InlineData("serial-9", 9, 29, 543)]
    [InlineData("by-owner-9", 1, 3.4, 167)]
    [InlineData("by-owner-50", 1, 3.4, 167)]
    public void Prediction_OfACell_IsThatOfItsSimulatedLatencies(string name, double calls, double units, double meanMs)
    {
        var predicted = Predict(name);

        Assert.Equal((calls, units), (predicted.Calls, Math.Round(predicted.RequestUnits, 6)));
        Assert.InRange(predicted.MeanMs, meanMs * 0.99, meanMs * 1.01);
        Assert.True(predicted.P95Ms > predicted.MeanMs, $"p95 {predicted.P95Ms}, mean {predicted.MeanMs}");
    }

    [Fact]
    public void Prediction_Parallel_IsBetweenOneCallAndAllOfThem()
    {
        var (one, parallel, serial) = (Predict("by-owner-50"), Predict("parallel-50"), Predict("serial-50"));

        Assert.InRange(parallel.MeanMs, one.MeanMs * 1.3, serial.MeanMs / 5);
        Assert.Equal(serial.RequestUnits, parallel.RequestUnits);
    }

    [Fact]
    public void Scenario_OfACell_KeepsTheThroughputOfAPartition()
    {
        var scenario = PartitionsLab.Find("parallel-20")!.Scenario;

        Assert.Equal((20, 6_000, -1, "deliveryId"), (scenario.Partitions, scenario.Throughput, scenario.MaxConcurrency, scenario.PartitionKey));
    }

    [Theory]
    [InlineData("serial-")]
    [InlineData("baseline")]
    [InlineData("by-owner-many")]
    public void Find_AnotherName_IsNull(string name) => Assert.Null(PartitionsLab.Find(name));

    [Fact]
    public void Study_OfRuns_JudgesWhatGrowsAndWhatStays()
    {
        var study = PartitionsStudy.Build([Run("serial-20", 1_000), Run("serial-5", 300), Run("by-owner-5", 170), Run("by-owner-20", 400)]);

        Assert.Equal(
            [("serial: mean latency grows from 5 to 20 partitions", true), ("by owner: mean latency stays from 5 to 20 partitions", false)],
            study.Verdicts.OrderByDescending(verdict => verdict.Met).Select(verdict => (verdict.Goal, verdict.Met is true)));
        Assert.Equal([5, 5, 20, 20], study.Tables.Single().Rows.Select(row => Convert.ToInt32(row[1].Value, null)));
        Assert.Equal(2, study.Parts<StudyChart>().Count());
    }

    [Fact]
    public void Study_LatenciesAreBoundsOrNotStated_SaysSoAndDecidesNothing()
    {
        var bounded = With("serial-20", 1_000, latency => latency with { AtLeast = ["mean", "p95"] });
        var dropped = With("serial-5", 300, latency => latency with { NotStated = new Dictionary<string, string> { ["p95"] = "dropped" } });

        var study = PartitionsStudy.Build([bounded, dropped]);

        Assert.Null(Assert.Single(study.Verdicts).Met);
        var rows = study.Tables.Single().Rows.Select(row => row.Select(cell => cell.Text).ToList()).ToList();
        Assert.Contains("at least 1,000", rows[1]);
        Assert.Contains("at least 1,260", rows[1]);
        Assert.Contains("–", rows[0]);
        Assert.Contains(
            study.Parts<StudyChart>().First().Chart.ToTable().Rows, row => row.Any(cell => cell.Text == "at least 1,000"));
    }

    [Fact]
    public void Study_RequestsFailed_ShowsSuccessesAlone()
    {
        var run = Run("serial-5", 300);
        var failed = run with { Load = run.Load with { Successes = SampleRecords.Latency(200) } };

        var table = PartitionsStudy.Build([failed, Run("serial-9", 300)]).Tables.Single();

        var column = table.Columns.Index().Single(each => each.Item.Key == "successP95Ms").Index;
        Assert.Equal(["360", "–"], table.Rows.Select(row => row[column].Text));
    }

    /// <summary>Requests that fail at once make a fan-out look fast.</summary>
    [Theory]
    [InlineData(1, 0)]
    [InlineData(0, 1)]
    public void Study_RequestsFailed_DecidesNothing(long failed, long unanswered)
    {
        var run = Run("serial-20", 1_000);
        var failing = run with { Load = run.Load with { ClientErrors = failed, Unanswered = unanswered } };

        var verdict = Assert.Single(PartitionsStudy.Build([Run("serial-5", 300), failing]).Verdicts);

        Assert.Equal((null, "– times (300 to 1,000 ms; 1 requests failed)"), (verdict.Met, verdict.Found));
    }

    [Fact]
    public void Study_RunOfAnotherLab_IsRefused()
    {
        var refusal = Assert.Throws<InvalidDataException>(() => PartitionsStudy.Build([SampleRecords.Run]));

        Assert.Equal("tuning baseline is no run of the partitions lab.", refusal.Message);
    }

    private static PartitionsPrediction Predict(string name) =>
        PartitionsPrediction.ForCell(PartitionsLab.Find(name)!, SimulationProfile.Default);

    private static RunRecord With(string cell, double meanMs, Func<LatencySummary, LatencySummary> change)
    {
        var run = Run(cell, meanMs);
        return run with { Load = run.Load with { Latency = change(run.Load.Latency) } };
    }

    internal static RunRecord Run(string cell, double meanMs) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { Lab = PartitionsLab.Name, Scenario = cell, Profile = SimulationProfile.Default },
        Load = SampleRecords.Run.Load with { ClientErrors = 0, Unanswered = 0, Latency = SampleRecords.Run.Load.Latency with { MeanMs = meanMs } },
    };
}
