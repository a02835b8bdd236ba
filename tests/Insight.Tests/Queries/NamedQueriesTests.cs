using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Queries;

public sealed class NamedQueriesTests
{
    public static TheoryData<string> Names => [.. NamedQuery.All.Select(query => query.Name)];

    [Fact]
    public void All_Names_AreThoseDocumented() =>
        Assert.Equal(
            [
                "by-dependency", "by-partition", "by-process", "by-status", "calls-per-operation", "slowest",
                "throttling-over-time",
            ],
            NamedQuery.All.Select(query => query.Name));

    [Theory]
    [MemberData(nameof(Names))]
    public void Query_RunWithoutSamples_IsAnswered(string name)
    {
        using var run = StoredRun.FromSamples(RunSamples.None);
        var query = NamedQuery.Get(name);

        var result = run.Database.Query(query.Sql, TestContext.Current.CancellationToken);

        Assert.NotEmpty(result.Columns);
        Assert.NotEmpty(query.Description);
    }

    [Fact]
    public void CallsPerOperation_TwoOperations_AreMeansOverBoth()
    {
        using var run = StoredRun.FromTraces(
            TraceBuilder.Invoice("a", 900).Plan(10, 3).Cosmos("0", 20, 40).Cosmos("10", 70, 2, 429, 600).Cosmos("10", 680, 40),
            TraceBuilder.Invoice("b", 200).Plan(10, 3).Cosmos("0", 20, 40).Cosmos("10", 70, 40));

        var calls = run.Database.Read<OperationCalls>("calls-per-operation");

        Assert.Equal(
            [
                new OperationCalls("0", 2, 2, 1, 0, 3.2),
                new OperationCalls("10", 2, 3, 1.5, 0.5, 3.39),
                new OperationCalls("data", 2, 5, 2.5, 0.5, 6.59),
                new OperationCalls("plan", 2, 2, 1, 0, 0),
                new OperationCalls("all", 2, 7, 3.5, 0.5, 6.59),
            ],
            calls);
    }

    [Fact]
    public void CallsPerOperation_CallsOfAnotherOperationInTheTrace_AreLeftOut()
    {
        var trace = TraceBuilder.Invoice("a", 900).Cosmos("0", 20, 40).Call("delivery", "/deliveries/summary", 5, 90, "-summary")
            .Span("other", "delivery-server-summary", "delivery", "POST", "client", 10, 20, (SpanRecord.CosmosCall, "data"));
        using var run = StoredRun.FromTraces(trace);

        var all = run.Database.Read<OperationCalls>("calls-per-operation").Single(row => row.Partition == "all");

        Assert.Equal(1, all.CallsPerOperation);
    }

    [Fact]
    public void CallsPerOperation_TraceKeptAsItWasSlow_IsLeftOut()
    {
        var samples = RunSamples.None with
        {
            Spans = [.. TraceBuilder.Invoice("a", 100).Cosmos("0", 20, 40).Spans, .. TraceBuilder.Invoice("slow", 9_000).Spans],
            ExtraTraces = ["slow"],
        };
        using var run = StoredRun.FromSamples(samples);

        Assert.All(run.Database.Read<OperationCalls>("calls-per-operation"), row => Assert.Equal(1, row.Operations));
    }

    [Fact]
    public void CallsPerOperation_RunThatStudiesAnotherCall_CountsThatOne()
    {
        var trace = TraceBuilder.Invoice("a", 900).Cosmos("0", 20, 40).Call("delivery", "/deliveries/summary", 5, 90, "-summary")
            .Span("other", "delivery-server-summary", "delivery", "POST", "client", 10, 20, (SpanRecord.CosmosCall, "data"))
            .Span("more", "delivery-server-summary", "delivery", "POST", "client", 10, 20, (SpanRecord.CosmosCall, "data"));
        using var run = StoredRun.FromSamples(RunSamples.None with { Spans = trace.Spans }, route: "/deliveries/summary");

        var all = run.Database.Read<OperationCalls>("calls-per-operation").Single(row => row.Partition == "all");

        Assert.Equal(2, all.CallsPerOperation);
    }

    [Fact]
    public void Slowest_RequestsWithAndWithoutATrace_SaysWhatIsKnown()
    {
        var trace = TraceBuilder.Invoice("a", 800).Call("package", "/packages/summary", 5, 20)
            .Cosmos("0", 20, 10, 429, 600).Cosmos("0", 640, 50);
        using var run = StoredRun.FromSamples(RunSamples.None with
        {
            Spans = trace.Spans,
            Requests = [Request("quick", 300), Request("a", 930)],
        });

        var slowest = run.Database.Read<SlowRequest>("slowest");

        Assert.Equal(
            [
                new SlowRequest("a", 930, 200, null, 1, 800, "delivery /deliveries/utilization", 790, 2, 1)
                {
                    CosmosMs = 60, RetryAfterMs = 600,
                },
                new SlowRequest("quick", 300, 200, null, 1, null, null, null, 0, 0) { CosmosMs = 0, RetryAfterMs = 0 },
            ],
            slowest);
    }

    [Fact]
    public void ByDependency_HundredCalls_HaveTheirPercentiles()
    {
        var traces = Enumerable.Range(1, 100).Select(ms => TraceBuilder.Invoice($"t{ms}", ms + 10).Cosmos("0", 20, 40));
        using var run = StoredRun.FromTraces([.. traces]);

        var calls = run.Database.Read<DependencyCalls>("by-dependency");

        Assert.Equal(
            [
                new DependencyCalls("gateway", "delivery /deliveries/utilization", 100, 50.5, 50, 95, 0),
                new DependencyCalls("delivery", "cosmos data", 100, 40, 40, 40, 0),
            ],
            calls);
    }

    // 5 of 100 seconds are above p95, in cores and in MiB, whatever their order.
    [Fact]
    public void ByProcess_HundredSeconds_HasTheirPercentiles()
    {
        var seconds = Enumerable.Range(1, 100)
            .Select(each => new ProcessSample("delivery", each, each / 100d, 301 - each, 31, null))
            .Append(new ProcessSample("gateway", 1, 0.25, 150, 31, null));
        using var run = StoredRun.FromSamples(RunSamples.None with { Processes = [.. seconds] });

        var result = run.Database.Query(NamedQuery.Get("by-process").Sql, TestContext.Current.CancellationToken);

        Assert.Equal(
            ["process", "cpu_mean", "cpu_p95", "cpu_max", "memory_mean", "memory_p95", "memory_max"], result.Columns);
        Assert.Equal(
            [["delivery", 505d, 950d, 1000d, 251d, 295d, 300d], ["gateway", 250d, 250d, 250d, 150d, 150d, 150d]], result.Rows);
    }

    // The entry service is the one with the root spans, whatever its name.
    [Fact]
    public void Queries_EntryServiceOfAnotherName_FindItsCalls()
    {
        var trace = TraceBuilder.Invoice("a", 800).Cosmos("0", 20, 40);
        SpanRecord[] spans =
            [.. trace.Spans.Select(span => span.Service == "gateway" ? span with { Service = "shop" } : span)];
        using var run = StoredRun.FromSamples(RunSamples.None with { Spans = spans, Requests = [Request("a", 930)] });

        var calls = run.Database.Read<DependencyCalls>("by-dependency");
        var slowest = Assert.Single(run.Database.Read<SlowRequest>("slowest"));

        Assert.Equal([("shop", false), ("delivery", true)], calls.Select(call => (call.Caller, call.IsDatabaseCall)));
        Assert.Equal((800, "delivery /deliveries/utilization"), (slowest.EntryMs, slowest.SlowestCall));
    }

    [Fact]
    public void ByPartition_OfTheRecord_HasItsPeakAgainstItsBudget()
    {
        using var run = StoredRun.FromTraces(TraceBuilder.Invoice("a", 900).Cosmos("8", 20, 40).Cosmos("8", 70, 2, 429, 600));

        var partitions = run.Database.Read<PartitionUse>("by-partition");

        Assert.Equal(9, partitions.Count);
        Assert.Equal(
            new PartitionUse("8", 1_000, 50, 3_400, 68, 100, 68) { MeanMs = 40, MeanServiceMs = null }, partitions[8]);
    }

    [Fact]
    public void ByStatus_AnswersOfAllKinds_AreCountedApartWithoutExtraRequests()
    {
        using var run = StoredRun.FromSamples(RunSamples.None with
        {
            Requests =
            [
                Request("a", 10), Request("b", 10), Request("c", 10), Request("d", 10) with { Status = 503 },
                Request("slow", 9_000) with { Extra = true }, Request("failed", 10) with { Status = 503, Extra = true },
            ],
        });

        var answers = run.Database.Read<AnswersByStatus>("by-status");

        Assert.Equal(
            [
                new AnswersByStatus("system, to users", 200, 3, 75),
                new AnswersByStatus("system, to users", 503, 1, 25),
                new AnswersByStatus("cosmos data", 200, 9_000, 96.15),
                new AnswersByStatus("cosmos data", 429, 360, 3.85),
                new AnswersByStatus("cosmos plan", 200, 1_000, 100),
            ],
            answers);
    }

    [Fact]
    public void ThrottlingOverTime_EverySecond_SumsItsPartitions()
    {
        using var run = StoredRun.FromSamples(RunSamples.None);

        var sql = NamedQuery.Get("throttling-over-time").Sql;
        var seconds = run.Database.Query(sql, TestContext.Current.CancellationToken);

        Assert.Equal(
            [
                "second", "users", "calls", "throttled", "throttled_percent", "ru", "busiest_percent_of_budget", "mean_ms",
                "mean_is_at_least",
            ],
            seconds.Columns);
        Assert.Equal(50, seconds.Rows.Count);
        Assert.Equal([7.0, 7.0, 180.0, 1.0, 0.56, 576.0, 68.0, 700.0, 0.0], seconds.Rows[7].Select(Convert.ToDouble));
    }

    /// <summary>The counters of <c>record</c> have no budgets.</summary>
    [Fact]
    public void ThrottlingOverTime_BudgetsAreNotKnown_HasNoShareOfThem()
    {
        var cosmos = SampleRecords.Run.Cosmos;
        var recorded = SampleRecords.Run with
        {
            Cosmos = cosmos with
            {
                Partitions = [.. cosmos.Partitions.Select(partition => partition with { BudgetPerSecond = 0 })],
            },
        };
        using var run = StoredRun.FromSamples(RunSamples.None, recorded);

        var seconds = run.Database.Query(NamedQuery.Get("throttling-over-time").Sql, TestContext.Current.CancellationToken);

        Assert.Equal([576.0, null], seconds.Rows[7].Skip(5).Take(2));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ThrottlingOverTime_SecondOfFailuresOnly_HasItsLatencyAndWhetherItIsALowerBound(bool atLeast)
    {
        var mean = new LatencyValue(900, atLeast);
        var failing = SampleRecords.Run with
        {
            Load = SampleRecords.Run.Load with { Seconds = [new SecondSample(0, 5, 0, 20, mean, 900, 900)] },
        };
        using var run = StoredRun.FromSamples(RunSamples.None, failing);

        var seconds = run.Database.Query(NamedQuery.Get("throttling-over-time").Sql, TestContext.Current.CancellationToken);

        Assert.Equal([900.0, atLeast ? 1L : 0L], seconds.Rows[0].TakeLast(2));
    }

    private static RequestRecord Request(string trace, double latencyMs) => new(trace, 200, null, 400)
    {
        Scheduled = 0,
        Due = 65_000_000,
        Sent = 66_000_000,
        Answered = (long)((latencyMs - 65) * 1e6),
        Done = (long)(latencyMs * 1e6),
    };
}
