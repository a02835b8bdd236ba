using DroneDelivery.Insight.Tests.Advice;
using DroneDelivery.Insight.Tests.Queries;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Runs;

public sealed class CosmosEstimateTests
{
    private const string InWords =
        "Calls, RU and partitions of Cosmos DB are estimates from the spans of 2 of 300 requests, times 150.";

    [Fact]
    public void FromSamples_UniformTraces_AreScaledToAllRequests()
    {
        var estimate = FromTraces(
            TraceBuilder.Invoice("t1", 120).Plan(5, 1).Cosmos("0", 10, 20).Cosmos("10", 10, 5, status: 429),
            TraceBuilder.Invoice("t2", 120, startMs: 1_500).Cosmos("0", 20, 40));

        Assert.Equal((300, 150, 150), (estimate.DataCallsByStatus["200"], estimate.ThrottledCalls, estimate.PlanCalls));
        Assert.Equal(150 * (3.2 + 3.2 + 0.38), estimate.RequestUnits, 6);
        Assert.Equal(["0", "10"], estimate.Partitions.Select(partition => partition.Id));
        Assert.Equal(
            [new PartitionSecond(0, 480, 150, 0), new PartitionSecond(1, 480, 150, 0)], estimate.Partitions[0].Seconds);
        Assert.Equal(150, Assert.Single(estimate.Partitions[1].Seconds).Throttled);
        Assert.Equal(InWords, estimate.Estimate?.InWords);
    }

    [Fact]
    public void FromSamples_TracesOfNoRequestAndExtraOnes_DoNotCount()
    {
        var traces = new[] { "t1", "slow", "background" }.Select(id => TraceBuilder.Invoice(id, 120).Cosmos("0", 10, 20));
        var samples = RunSamples.None with
        {
            Spans = [.. traces.SelectMany(trace => trace.Spans)],
            ExtraTraces = ["slow"],
            Requests = [Request("t1"), Request("slow")],
        };

        var estimate = CosmosEstimate.FromSamples(samples, sent: 10, DateTimeOffset.UnixEpoch);

        Assert.Equal((10, new CosmosEstimate(1, 10)), (estimate.DataCalls, estimate.Estimate));
    }

    /// <summary>Partitions of two containers have the same ids.</summary>
    [Fact]
    public void FromSamples_SeveralContainers_DescribesTheOneWithMostCalls()
    {
        var trace = TraceBuilder.Invoice("t1", 120)
            .Operation("op1", "db.system.name=cosmosdb", "db.collection.name=leases")
            .Operation("op2", "db.system.name=cosmosdb", "db.collection.name=orders")
            .Operation("op3", "db.system.name=cosmosdb", "db.collection.name=orders");

        var estimate = FromTraces(trace);

        Assert.Equal(("orders", 600), (estimate.Container, estimate.DataCalls));
    }

    [Fact]
    public void FromSamples_OtherDatabase_IsNone()
    {
        var trace = TraceBuilder.Invoice("t1", 120).Operation("op", "db.system.name=postgresql");

        Assert.Same(CosmosRecord.None, FromTraces(trace));
    }

    [Fact]
    public void Estimate_InReportAndQueries_IsNamed()
    {
        var record = SampleRecords.Run with
        {
            Cosmos = FromTraces(TraceBuilder.Invoice("t1", 120).Cosmos("0", 10, 20), TraceBuilder.Invoice("t2", 120)),
        };
        using var run = StoredRun.FromSamples(RunSamples.None, record);

        QueryResult Ask(string name) => run.Database.Query(NamedQuery.Get(name).Sql, TestContext.Current.CancellationToken);

        Assert.Equal(InWords, Ask("by-partition").Note);
        Assert.EndsWith($"1 row. {InWords}", QueryText.Plain(Ask("by-partition")));
        Assert.Null(Ask("by-process").Note);
        Assert.Contains($"{record.Manifest.Title}: {InWords}", RunWarnings.ForRun(record));
    }

    [Fact]
    public void Estimate_FiguresOfTheRun_AreStated()
    {
        var estimate = FromTraces(TraceBuilder.Invoice("t1", 120).Cosmos("0", 10, 20), TraceBuilder.Invoice("t2", 120));
        var record = SampleRecords.Run with { Cosmos = estimate with { Container = "orders" } };
        using var run = StoredRun.FromSamples(RunSamples.None, record);
        var figures = new ScenarioFigures(record);

        Assert.Equal(0.48, figures.Counted(figures.RequestUnitsPerOperation));
        Assert.Equal(0.15, figures.Counted(figures.DataCallsPerOperation));
        Assert.Equal(["480"], Assert.Single(run.Database.Query(
            "SELECT value FROM run WHERE name = 'cosmos.request_units'", TestContext.Current.CancellationToken).Rows));
    }

    [Fact]
    public void Estimate_CountedRun_HasNone()
    {
        using var run = StoredRun.FromSamples(RunSamples.None, SampleRecords.Run);

        Assert.Null(run.Database.Query("SELECT * FROM partitions", TestContext.Current.CancellationToken).Note);
    }

    /// <summary>Without budgets: the partition that throttles shows what a partition may spend.</summary>
    [Theory]
    [InlineData(4, Cause.HotPartition, "partition 4 used most RU; the median partition used 12 % of that.")]
    [InlineData(null, Cause.RequestUnits, "partition 0 used most RU; the median partition used 100 % of that.")]
    public void Explain_BudgetsAreNotKnown_ComparesPartitions(int? hot, Cause cause, string evidence)
    {
        var finding = Explain(HandmadeRun.Healthy with { ThrottledOnceIn = 3, HotPartition = hot }, partition => partition with
        {
            BudgetPerSecond = 0,
        });

        Assert.Equal(cause, finding?.Cause);
        Assert.Contains($"In the seconds with 429s {evidence} Their budget is not known.", finding!.Evidence);
    }

    [Fact]
    public void Explain_PartitionsAreNotKnown_DoubtsThatItIsTheContainer()
    {
        var finding = Explain(HandmadeRun.Healthy with { ThrottledOnceIn = 3 }, partition => null);

        Assert.Equal((Cause.RequestUnits, "The container is out of request units."), (finding!.Cause, finding.Title));
        Assert.Contains("hot partition", finding.Doubt);
        Assert.Contains("The run does not tell which partitions were asked.", finding.Evidence);
    }

    private static Finding? Explain(HandmadeRun run, Func<PartitionRecord, PartitionRecord?> change)
    {
        var data = run.Data();
        var cosmos = data.Record.Cosmos with
        {
            ProvisionedRequestUnitsPerSecond = 0,
            Partitions = [.. data.Record.Cosmos.Partitions.Select(change).OfType<PartitionRecord>()],
        };
        return Advisor.Explain(data with { Record = data.Record with { Cosmos = cosmos } }).Findings
            .FirstOrDefault(finding => finding.Cause is Cause.HotPartition or Cause.RequestUnits);
    }

    private static CosmosRecord FromTraces(params TraceBuilder[] traces) => CosmosEstimate.FromSamples(
        RunSamples.None with { Spans = [.. traces.SelectMany(trace => trace.Spans)] }, sent: 300, DateTimeOffset.UnixEpoch);

    private static RequestRecord Request(string trace) =>
        new(trace, 200, null, 10) { Scheduled = 0, Due = 0, Sent = 0, Answered = 1, Done = 1 };
}
