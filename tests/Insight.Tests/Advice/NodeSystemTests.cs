using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

/// <summary>An application in another language, known only by OpenTelemetry's conventions. Faults of moderate strength.</summary>
public sealed class NodeSystemTests
{
    private static readonly NodeRun BusyLoop = new() { ComputesMs = 13 };
    private static readonly NodeRun BusyEntry = new() { WebComputesMs = 13 };
    private static readonly NodeRun Lock = new() { LockMs = 13 };
    private static readonly NodeRun LockOfUsers = new() { LockMs = 10, Users = 12 };
    private static readonly NodeRun QueryPerRow = new() { Queries = 9 };
    private static readonly NodeRun CallPerItem = new() { CatalogCalls = 6, QueryMs = 2, ComputesMs = 1, PerSecond = 40 };
    private static readonly NodeRun SmallPool = new() { QueryMs = 28, Connections = 2 };
    private static readonly NodeRun SlowTimer = new() { TimerMs = 120 };
    private static readonly NodeRun SlowPayment = new() { PaymentMs = 150 };
    private static readonly NodeRun SlowDatabase = new() { QueryMs = 90 };

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 3)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_Healthy_FindsNothing(int seed) => Assert.Empty((new NodeRun { Seed = seed }).Explain().Findings);

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_HealthyWithUsers_FindsNothing(int seed) =>
        Assert.Empty((new NodeRun { Users = 3, Seed = seed }).Explain().Findings);

    // The thread has nothing to do for a third of the time, and a process without a metric may have more threads.
    [Theory]
    [InlineData(6, true)]
    [InlineData(6, false)]
    [InlineData(10, true)]
    [InlineData(12, false)]
    public void Explain_ThreadIsOftenBusy_IsCertainOfNothing(double computesMs, bool hasMetric)
    {
        var run = new NodeRun { ComputesMs = computesMs, HasLoopMetric = hasMetric };

        Assert.DoesNotContain(run.Explain().Findings, finding => finding.Confidence == Confidence.Certain);
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_BusyEventLoop_IsNamed(int seed)
    {
        AssertFirst(BusyLoop with { Seed = seed }, Cause.BusyProcess, Confidence.Certain, "catalog is short of CPU.");
        AssertFirst(
            BusyLoop with { Seed = seed, HasProcesses = false }, Cause.BusyProcess, Confidence.Certain,
            "catalog is short of CPU.");
    }

    // Requests and answers wait for the thread before it starts a span or ends one.
    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_BusyEventLoopOfTheEntry_CountsWhatWaitsToBeRead(int seed)
    {
        AssertFirst(BusyEntry with { Seed = seed }, Cause.BusyProcess, Confidence.Certain, "web is short of CPU.");

        var finding = (BusyEntry with { Seed = seed }).Explain().First;
        Assert.InRange(finding!.Share, 0.6, 1);
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_ProcessUsesOneOfEightCores_IsNamedWithADoubt(int seed) => AssertFirst(
        BusyLoop with { ComputesMs = 15, HasLoopMetric = false, Seed = seed }, Cause.BusyProcess, Confidence.Likely,
        "catalog is short of CPU.");

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_Lock_IsNamed(int seed)
    {
        AssertFirst(Lock with { Seed = seed }, Cause.LockContention, Confidence.Certain, "catalog serves its requests one");
        AssertFirst(
            Lock with { LockMs = 10, Seed = seed }, Cause.LockContention, Confidence.Likely,
            "Requests in catalog wait for each other");
        AssertFirst(
            LockOfUsers with { Seed = seed }, Cause.LockContention, Confidence.Certain, "catalog serves its requests one");
    }

    // Answers are as far apart as those of a lock, but so are the requests.
    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_LoadAtEqualDistances_IsNotTakenForALock(int seed) => AssertFirst(
        new NodeRun { IsEven = true, TimerMs = 40, TimerVariation = 0.001, Seed = seed }, Cause.SlowBackend, Confidence.Likely,
        "catalog is slow by itself.");

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_CallForEachRow_IsNamed(int seed)
    {
        AssertFirst(
            QueryPerRow with { Seed = seed }, Cause.CallPerRow, Confidence.Certain,
            "A request makes 8 similar calls from catalog to postgresql at shop-db");
        AssertFirst(
            CallPerItem with { Seed = seed }, Cause.CallPerRow, Confidence.Certain,
            "A request makes 6 similar calls from web to catalog");
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_SmallPool_IsNamed(int seed)
    {
        const string Title = "Calls from catalog to postgresql at shop-db wait for a connection.";
        AssertFirst(SmallPool with { Seed = seed, HasPoolMetric = true }, Cause.ConnectionPool, Confidence.Certain, Title);
        AssertFirst(SmallPool with { Seed = seed, ConnectSpans = true }, Cause.ConnectionPool, Confidence.Certain, Title);
        AssertFirst(SmallPool with { Seed = seed }, Cause.ConnectionPool, Confidence.Likely, Title);
    }

    // Users who do not think: the load does not vary, so nothing grows with it.
    [Theory]
    [InlineData(2, Cause.ConnectionPool, Confidence.Certain)]
    [InlineData(20, Cause.SlowBackend, Confidence.Likely)]
    public void Explain_AllConnectionsAreInUse_IsCertainOfThePool(double max, Cause cause, Confidence confidence)
    {
        var data = (SmallPool with { Users = 8 }).Data();
        MetricSample[] pool =
        [
            .. HandmadeRun.Gauge("catalog", "db.client.connections.usage", 2, 2, 2)
                .Select(sample => sample with { Attributes = "state=used" }),
            .. HandmadeRun.Gauge("catalog", "db.client.connections.max", max, max, max),
        ];

        var samples = data.Samples with { Metrics = [.. data.Samples.Metrics, .. pool] };
        var first = Advisor.Explain(data with { Samples = samples }).First;

        Assert.Equal((cause, confidence), (first?.Cause, first?.Confidence));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Explain_SlowCallee_IsNamed(int seed)
    {
        AssertFirst(SlowTimer with { Seed = seed }, Cause.SlowBackend, Confidence.Likely, "catalog is slow by itself.");
        AssertFirst(
            SlowPayment with { Seed = seed }, Cause.SlowBackend, Confidence.Likely, "pay.example.com is slow: POST /charges/?.");
        AssertFirst(
            SlowDatabase with { Seed = seed }, Cause.SlowBackend, Confidence.Likely,
            "postgresql at shop-db is slow: pg.query:SELECT shop.");
    }

    private static void AssertFirst(NodeRun run, Cause cause, Confidence confidence, string title)
    {
        var diagnosis = run.Explain();

        Assert.True(diagnosis.First?.Cause == cause, DiagnosisText.Plain(diagnosis));
        Assert.StartsWith(title, diagnosis.First.Title);
        Assert.Equal(confidence, diagnosis.First.Confidence);
        Assert.DoesNotContain(diagnosis.Findings.Skip(1), other => other.Confidence == Confidence.Certain);
    }
}
