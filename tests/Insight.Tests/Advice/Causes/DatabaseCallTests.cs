using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Runs;

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
    public void AvoidableFanOut_QueryFixesAProperty_NamesIt()
    {
        var data = HandmadeRun.ParallelQuery.Data();
        var spans = data.Samples.Spans.Select(span => span.Attributes.ContainsKey(SpanRecord.CosmosCall)
            ? span with
            {
                Attributes = new Dictionary<string, string>(span.Attributes)
                {
                    ["db.query.text"] = "SELECT * FROM c WHERE c.year = @year AND c.customerId = @customer",
                },
            }
            : span);

        var finding = Advisor.Explain(data with { Samples = data.Samples with { Spans = [.. spans] } }).First;

        Assert.Equal("customerId", finding?.NextSteps[0].Change?.Value);
    }

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
