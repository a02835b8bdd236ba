using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class DatabaseCallTests
{
    [Fact]
    public void SerialFanOut_CallsOneAfterAnother_IsNamedWithTheFlag()
    {
        var finding = HandmadeRun.SerialQuery.Explain().First;

        Assert.Equal(Cause.SerialFanOut, finding?.Cause);
        Assert.Equal(new FlagChange("--max-concurrency", "-1"), finding?.NextSteps[0].Change);
        // 9 x 47 ms against the longest of nine, about 92 ms, of 560 ms.
        Assert.InRange(finding!.Share, 0.5, 0.7);
    }

    [Fact]
    public void AvoidableFanOut_AllPartitionsAskedAtOnce_IsNamedWithTheKey()
    {
        var finding = HandmadeRun.ParallelQuery.Explain().First;

        Assert.Equal(Cause.AvoidableFanOut, finding?.Cause);
        Assert.Equal(new FlagChange("--partition-key", "ownerId"), finding?.NextSteps[0].Change);
    }

    [Fact]
    public void AvoidableFanOut_DataIsNotKnown_NamesTheFirstPropertyOfTheQuery()
    {
        var run = HandmadeRun.ParallelQuery with
        {
            Query = "SELECT * FROM c WHERE c.customer = @customer AND c.postcode = @postcode",
        };

        Assert.Equal("customer", run.Explain().First?.NextSteps[0].Change?.Value);
    }

    [Fact]
    public void AvoidableFanOut_QueryIsNotKnown_PredictsWithoutNamingAKey()
    {
        var finding = (HandmadeRun.ParallelQuery with { Query = "" }).Explain().First;

        Assert.Equal((Cause.AvoidableFanOut, Confidence.Likely), (finding!.Cause, finding.Confidence));
        Assert.Null(finding.NextSteps[0].Change);
        Assert.NotNull(finding.NextSteps[0].Prediction);
    }

    [Fact]
    public void AvoidableFanOut_MostCallsFindNothing_SaysHowMany()
    {
        var finding = HandmadeRun.ParallelQuery.Explain().First;

        Assert.Equal(Confidence.Certain, finding?.Confidence);
        Assert.Contains("44 % of the calls returned no row.", finding!.Evidence);
        Assert.Contains("costs a partition 3.19 RU", finding.Evidence[0]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void CallPerRow_ACallForEachRow_IsNamedAndPredicted(bool byQuery)
    {
        var finding = (HandmadeRun.Healthy with { RowCalls = 5, RowsByQuery = byQuery }).Explain().First;

        Assert.Equal((Cause.CallPerRow, Confidence.Certain), (finding?.Cause, finding?.Confidence));
        Assert.Contains("5 return one row; the others return 5 rows together", finding!.Evidence[0]);
        // Five reads of 47 ms become one: the healthy run and one more call.
        Assert.Equal(231, finding.NextSteps[0].Prediction!.MeanMs, 12.0);
    }

    [Fact]
    public void CallPerRow_MoreReadsThanRowsFound_IsNotCertain()
    {
        var finding = (HandmadeRun.Healthy with { RowCalls = 12 }).Explain().First;

        Assert.Equal((Cause.CallPerRow, Confidence.Likely), (finding?.Cause, finding?.Confidence));
        Assert.Contains("as many rows", finding?.Doubt);
    }

    [Fact]
    public void CallPerRow_ReadsOfManyPartitions_AreNoFanOut()
    {
        var causes = (HandmadeRun.ParallelQuery with { RowCalls = 12 }).Explain().Findings.Select(finding => finding.Cause);

        Assert.Equal(Cause.CallPerRow, Assert.Single(causes));
    }

    [Fact]
    public void CallPerRow_PartitionsOfOneQueryWithARowEach_AreNoCallsPerRow()
    {
        var findings = new[] { HandmadeRun.SerialQuery, HandmadeRun.ParallelQuery }.SelectMany(run => run.Explain().Findings);

        Assert.DoesNotContain(findings, finding => finding.Cause == Cause.CallPerRow);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void CallPerRow_OneReadAfterAQuery_IsHealthy(int calls) =>
        Assert.Empty((HandmadeRun.Healthy with { RowCalls = calls }).Explain().Findings);

    [Fact]
    public void SlowPartition_OneOfNine_IsNamed()
    {
        var finding = (HandmadeRun.ParallelQuery with { SlowPartition = 3 }).Explain().First;

        Assert.Equal(Cause.SlowPartition, finding?.Cause);
        Assert.Contains("Partition 3", finding?.Title);
    }

    [Fact]
    public void SlowPartition_ThrottledAsWell_SaysHowMuch()
    {
        var data = (HandmadeRun.ParallelQuery with { SlowPartition = 3 }).Data();
        var cosmos = data.Record.Cosmos;
        var partitions = cosmos.Partitions.Select(partition => partition with
        {
            Seconds = [.. partition.Seconds.Select(second => second with { Calls = 10, Throttled = partition.Id == "3" ? 2 : 0 })],
        });

        var finding = Advisor.Explain(
            data with { Record = data.Record with { Cosmos = cosmos with { Partitions = [.. partitions] } } }).First;

        Assert.Equal(Cause.SlowPartition, finding?.Cause);
        Assert.Contains("20 % of its calls were answered 429, 0 % on the others", string.Join(' ', finding!.Evidence));
    }

    [Fact]
    public void ConnectionPool_CallsWaitForAConnection_IsNamed()
    {
        var finding = (HandmadeRun.ParallelQuery with { QueueMs = 200 }).Explain().First;

        Assert.Equal(Cause.ConnectionPool, finding?.Cause);
        Assert.Equal(new FlagChange("--cosmos-connections", "360"), finding?.NextSteps[0].Change);
    }

    [Fact]
    public void ConnectionPool_CallsWaitAMoment_IsNotBlamed()
    {
        var diagnosis = (HandmadeRun.ParallelQuery with { QueueMs = 2 }).Explain();

        Assert.DoesNotContain(diagnosis.Findings, finding => finding.Cause == Cause.ConnectionPool);
    }
}
