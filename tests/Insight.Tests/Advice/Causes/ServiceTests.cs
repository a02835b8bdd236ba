using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class ServiceTests
{
    private const string Queue = "dotnet.thread_pool.queue.length";
    private const string Threads = "dotnet.thread_pool.thread.count";

    private static readonly IReadOnlyDictionary<string, double> SlowPackage =
        new Dictionary<string, double> { ["package"] = 300 };

    private static readonly MetricSample[] Starved =
    [
        .. HandmadeRun.Gauge("package", Queue, 0, 0, 4, 9, 15, 21),
        .. HandmadeRun.Gauge("package", Threads, 16, 16, 17, 19, 21, 23),
    ];

    [Fact]
    public void SlowBackend_WaitsWithoutCpu_IsNamed()
    {
        var finding = (HandmadeRun.Healthy with { OwnMs = SlowPackage }).Explain().First;

        Assert.Equal(Cause.SlowBackend, finding?.Cause);
        Assert.StartsWith("package", finding?.Title);
    }

    [Fact]
    public void BusyProcess_ComputesAllTheTime_IsNamed()
    {
        var cores = new Dictionary<string, double> { ["package"] = 1.5 };
        var own = new Dictionary<string, double> { ["package"] = 90 };

        var finding = (HandmadeRun.Healthy with { OwnMs = own, Cores = cores }).Explain().First;

        Assert.Equal(Cause.BusyProcess, finding?.Cause);
        Assert.StartsWith("package", finding?.Title);
    }

    [Fact]
    public void ThreadStarvation_WorkWaitsForThreads_IsNamed()
    {
        var finding = Assert.Single((HandmadeRun.Healthy with { OwnMs = SlowPackage, Metrics = Starved }).Explain().Findings);

        Assert.Equal(Cause.ThreadStarvation, finding.Cause);
        Assert.Contains("from 16 to 23 threads", finding.Evidence[0]);
    }

    [Fact]
    public void ThreadStarvation_PoolThatDoesNotGrow_IsNamed()
    {
        MetricSample[] metrics =
        [
            .. HandmadeRun.Gauge("package", Queue, 0, 1, 7, 7, 21, 17, 28, 10, 5, 0, 0, 0),
            .. HandmadeRun.Gauge("package", Threads, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17),
        ];

        var finding = Assert.Single((HandmadeRun.Healthy with { OwnMs = SlowPackage, Metrics = metrics }).Explain().Findings);

        Assert.Equal(Cause.ThreadStarvation, finding.Cause);
        Assert.Contains("stayed at 17 threads", finding.Evidence[0]);
    }

    [Fact]
    public void ThreadStarvation_RequestsAreQuickWhenAlone_IsNotCertain()
    {
        var finding = (HandmadeRun.Healthy with { OwnMs = SlowPackage, Queued = true, Metrics = Starved }).Explain().First;

        Assert.Equal((Cause.ThreadStarvation, Confidence.Likely), (finding?.Cause, finding?.Confidence));
        Assert.Contains("busy rather than blocked", finding!.Doubt);
    }

    [Fact]
    public void ThreadStarvation_BlockedOnASlowMachine_IsNotTakenForComputing()
    {
        // As much of two cores as fills a machine, of a service that sleeps for most of each request.
        var cores = new Dictionary<string, double> { ["package"] = 0.9 };

        var finding = Assert.Single(
            (HandmadeRun.Healthy with { OwnMs = SlowPackage, Cores = cores, Metrics = Starved }).Explain().Findings);

        Assert.Equal(Cause.ThreadStarvation, finding.Cause);
    }

    [Fact]
    public void ThreadStarvation_ShortQueueAndSteadyPool_IsNotBlamed()
    {
        MetricSample[] metrics =
        [
            .. HandmadeRun.Gauge("package", Queue, 0, 1, 0, 0, 2, 0),
            .. HandmadeRun.Gauge("package", Threads, 16, 16, 16, 16, 16, 16),
        ];

        Assert.Empty((HandmadeRun.Healthy with { Metrics = metrics }).Explain().Findings);
    }

    [Fact]
    public void GarbageCollection_PausesAddUp_IsNamed()
    {
        var metrics = HandmadeRun.Gauge("gateway", "dotnet.gc.pause.time", 0.2, 2, 7, 13, 20.2);

        var finding = (HandmadeRun.Healthy with { Metrics = [.. metrics] }).Explain().First;

        Assert.Equal(Cause.GarbageCollection, finding?.Cause);
        Assert.StartsWith("gateway pauses to collect garbage for 40 %", finding!.Title);
        // 20 s of 50, of the 64 ms that a request is in the gateway, of 185 ms.
        Assert.InRange(finding.Share, 0.12, 0.16);
    }

    [Fact]
    public void LockContention_ThreadsFoundALockTaken_IsNamedAndNotTakenForStarvation()
    {
        MetricSample[] metrics =
        [
            .. HandmadeRun.Gauge("package", "dotnet.monitor.lock_contentions", 10, 400, 900, 1_500),
            .. Starved,
        ];

        var finding = Assert.Single((HandmadeRun.Healthy with { OwnMs = SlowPackage, Queued = true, Metrics = metrics })
            .Explain().Findings);

        Assert.Equal((Cause.LockContention, Confidence.Certain), (finding.Cause, finding.Confidence));
        Assert.StartsWith("Requests in package wait for a lock", finding.Title);
        Assert.NotNull(finding.NextSteps[0].Prediction);
    }

    [Fact]
    public void LockContention_LocksTakenNowAndThen_IsNotBlamed()
    {
        var metrics = HandmadeRun.Gauge("package", "dotnet.monitor.lock_contentions", 10, 20, 30, 60);

        var diagnosis = (HandmadeRun.Healthy with { OwnMs = SlowPackage, Queued = true, Metrics = [.. metrics] }).Explain();

        Assert.DoesNotContain(diagnosis.Findings, finding => finding.Cause == Cause.LockContention);
    }

    [Fact]
    public void UnknownCause_SomeRequestsWaitForAService_SaysOnlyWhere()
    {
        var finding = Assert.Single((HandmadeRun.Healthy with { OwnMs = SlowPackage, SlowOnceIn = 4 }).Explain().Findings);

        Assert.Equal((Cause.Unknown, Confidence.Possible), (finding.Cause, finding.Confidence));
        Assert.EndsWith("This is where the time is: package itself.", finding.Title);
    }

    [Fact]
    public void Network_AnswersUnderWay_IsNamed()
    {
        var finding = (HandmadeRun.Healthy with { BackendNetworkMs = 300 }).Explain().First;

        Assert.Equal(Cause.Network, finding?.Cause);
        Assert.Contains("between gateway and backends", finding?.Title);
    }

    [Fact]
    public void Network_SomeAnswersUnderWay_IsNotBlamed()
    {
        var diagnosis = (HandmadeRun.Healthy with { BackendNetworkMs = 600, LateAnswerOnceIn = 2 }).Explain();

        Assert.DoesNotContain(diagnosis.Findings, finding => finding.Cause == Cause.Network);
    }

    [Fact]
    public void FailingBackend_RetriedAnswers_IsNamed()
    {
        var finding = (HandmadeRun.Healthy with { FailsOnceIn = 20 }).Explain().First;

        Assert.Equal(Cause.FailingBackend, finding?.Cause);
        Assert.StartsWith("package", finding?.Title);
    }

    [Fact]
    public void FailingBackend_ServiceCountsItself_TakesItsCount()
    {
        MetricSample[] metrics =
        [
            Served("200", 0, 500), Served("200", 1, 1_500), Served("503", 1, 60),
            Served("503", 0, 90, "/health/ready"), Served("503", 1, 95, "/health/ready"),
        ];

        var finding = (HandmadeRun.Healthy with { Metrics = metrics }).Explain().First;

        Assert.Equal(Cause.FailingBackend, finding?.Cause);
        Assert.Contains("60 of 1,060", finding?.Evidence[0]);
    }

    [Fact]
    public void FailingBackend_NoAnswerInTime_IsNamed()
    {
        var data = HandmadeRun.Healthy.Data();
        var spans = data.Samples.Spans.Select(span => span.TraceId.EndsWith('0') && span.SpanId.EndsWith("client-package-200", StringComparison.Ordinal)
            ? span with { Failed = true, Attributes = new Dictionary<string, string>() }
            : span);

        var finding = Advisor.Explain(data with { Samples = data.Samples with { Spans = [.. spans] } }).First;

        Assert.Equal(Cause.FailingBackend, finding?.Cause);
    }

    [Fact]
    public void FailingBackend_FailuresBeforeTheLoad_AreNotCounted()
    {
        // The two series of one export are a few microseconds apart.
        MetricSample[] metrics =
        [
            Served("200", 0, 500), Served("503", 0, 60) with { Time = 4_000 }, Served("200", 1, 1_500), Served("503", 1, 60),
        ];

        Assert.Empty((HandmadeRun.Healthy with { Metrics = metrics }).Explain().Findings);
    }

    private static MetricSample Served(string status, long second, double count, string route = "/packages/summary") => new(
        "package",
        "http.server.request.duration.count",
        $"http.response.status_code={status},http.route={route}",
        second * 1_000_000_000,
        count);
}
