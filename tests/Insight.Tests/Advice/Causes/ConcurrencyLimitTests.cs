using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class ConcurrencyLimitTests
{
    private const string Queue = "aspnetcore.rate_limiting.request.time_in_queue.sum";

    [Fact]
    public void Find_RequestsWait_SaysHowLongAndWhatToChange()
    {
        // 1,000 requests wait for 80 s in all.
        var finding = ConcurrencyLimit.Find(Run(queueSeconds: 80, latencyMs: 200), "package");

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.ConcurrencyLimit, "Requests wait in package for its limit of concurrent requests."),
            (finding.Cause, finding.Title));
        Assert.Equal(
            ["A request waits 80 ms in the queue of package's rate limiter, of a mean latency of 200 ms."], finding.Evidence);
        Assert.Equal((0.4, Confidence.Certain, Urgency.UsedUp), (finding.Share, finding.Confidence, finding.Urgency));
        Assert.Contains("the limit divided by the duration", Assert.Single(finding.NextSteps).Text);
    }

    [Theory]
    [InlineData(9.9, false)]
    [InlineData(10, true)]
    public void Find_WaitNearATwentiethOfLatency_IsFoundFromTheLimitOn(double queueSeconds, bool found) =>
        Assert.Equal(found, ConcurrencyLimit.Find(Run(queueSeconds, latencyMs: 200), "package") is not null);

    [Fact]
    public void Find_AnotherServiceWaits_IsNull() =>
        Assert.Null(ConcurrencyLimit.Find(Run(queueSeconds: 80, latencyMs: 200), "delivery"));

    [Fact]
    public void Find_NothingWasSent_IsNull() =>
        Assert.Null(ConcurrencyLimit.Find(Run(queueSeconds: 80, latencyMs: 200, sent: 0), "package"));

    // Time that requests wait for the limit is the service's own time.
    [Fact]
    public void Explain_RequestsWaitForTheLimit_TheServiceIsNotSlowByItself()
    {
        var slow = HandmadeRun.Healthy with { OwnMs = new Dictionary<string, double> { ["package"] = 200 } };
        var queueSeconds = slow.Data().Record.Load.Sent * 0.2;

        var limited = slow with { Metrics = [.. HandmadeRun.Gauge("package", Queue, 0, queueSeconds)] };

        Assert.Equal([Cause.SlowBackend], slow.Explain().Findings.Select(finding => finding.Cause));
        Assert.Equal([Cause.ConcurrencyLimit], limited.Explain().Findings.Select(finding => finding.Cause));
    }

    // The more requests are in progress, the longer they wait for the limit, as at a lock.
    [Fact]
    public void Explain_RequestsWaitForTheLimit_DoNotWaitForALock()
    {
        var locked = new NodeRun { LockMs = 10 }.Data();
        var limited = WithQueue(locked, secondsOfARequest: 0.02);

        Assert.Contains(Advisor.Explain(locked).Findings, finding => finding.Cause == Cause.LockContention);
        Assert.DoesNotContain(Advisor.Explain(limited).Findings, finding => finding.Cause == Cause.LockContention);
    }

    // The queue of the limit is before the first call, as a wait for a connection is.
    [Fact]
    public void Explain_RequestsWaitForTheLimit_DoNotWaitForAConnection()
    {
        var pool = new NodeRun { QueryMs = 28, Connections = 2 }.Data();
        var limited = WithQueue(pool, secondsOfARequest: 0.05);

        Assert.Contains(Advisor.Explain(pool).Findings, finding => finding.Cause == Cause.ConnectionPool);
        Assert.DoesNotContain(Advisor.Explain(limited).Findings, finding => finding.Cause == Cause.ConnectionPool);
        Assert.Contains(Advisor.Explain(limited).Findings, finding => finding.Cause == Cause.ConcurrencyLimit);
    }

    private static RunData WithQueue(RunData run, double secondsOfARequest)
    {
        var seconds = run.Record.Load.Sent * secondsOfARequest;
        MetricSample[] queue = [.. HandmadeRun.Gauge("catalog", Queue, 0, seconds)];
        return run with { Samples = run.Samples with { Metrics = [.. run.Samples.Metrics, .. queue] } };
    }

    private static RunEvidence Run(double queueSeconds, double latencyMs, long sent = 1_000)
    {
        var record = SampleRecords.Run with
        {
            Load = SampleRecords.Run.Load with { Latency = SampleRecords.Latency(latencyMs), Sent = sent },
        };
        return new RunEvidence(new RunData(
            record, new RunSamples([], [], [.. HandmadeRun.Gauge("package", Queue, 0, queueSeconds)], [])));
    }
}
