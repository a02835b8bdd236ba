using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class LockContentionTests
{
    [Fact]
    public void Find_ThreadsFoundALockTaken_SaysHowOftenAndHowLong()
    {
        var finding = LockContention.Find(Run([20, 140], contentions: 1_500), "package");

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.LockContention, "Requests in package wait for a lock that others hold."), (finding.Cause, finding.Title));
        Assert.Equal(
            [
                "A thread of package found a lock taken 1,500 times, "
                + "1.5 times for each request (dotnet.monitor.lock_contentions).",
                "Requests wait 80 ms for package, of a mean latency of 200 ms; with few concurrent requests 20 ms.",
            ],
            finding.Evidence);
        Assert.Equal((0.4, Loss.Latency, Confidence.Certain), (finding.Share, finding.Of, finding.Confidence));
    }

    [Fact]
    public void Find_ThreadsFoundALockTaken_ProposesToHoldItForAShorterTime()
    {
        var step = Assert.Single(LockContention.Find(Run([20, 140], contentions: 1_500), "package")!.NextSteps);

        Assert.Equal(
            "Find the lock in package (dotnet-trace, contention events) and hold it for a shorter time: no I/O or "
            + "waiting inside, one lock for each key, or a concurrent collection.",
            step.Text);
        // 200 ms less the 60 ms that a request takes longer than one without others.
        Assert.Equal(140, step.Prediction!.MeanMs, 6);
    }

    // Requests wait for the service for 20 ms, which is 0.1 of 200 ms.
    [Theory]
    [InlineData(199, true)]
    [InlineData(200, true)]
    [InlineData(201, false)]
    public void Find_ShareNearTheLimit_IsFoundFromTheLimitOn(double latencyMs, bool found) =>
        Assert.Equal(found, LockContention.Find(Run([10, 30], contentions: 1_500, latencyMs: latencyMs), "package") is not null);

    // Of 1,000 requests.
    [Theory]
    [InlineData(199, false)]
    [InlineData(200, true)]
    [InlineData(201, true)]
    public void IsContended_OneRequestInFiveFindsALockTaken_IsTheLimit(double contentions, bool contended) =>
        Assert.Equal(contended, LockContention.IsContended(Run([20, 140], contentions), "package"));

    // The faster of two requests takes 100 ms: the mean must be 130 ms.
    [Theory]
    [InlineData(158, false)]
    [InlineData(160, true)]
    [InlineData(162, true)]
    public void IsContended_MeanNearTheFactorAboveTheFastest_IsContendedFromTheFactorOn(double slowerMs, bool contended) =>
        Assert.Equal(contended, LockContention.IsContended(Run([100, slowerMs], contentions: 1_500), "package"));

    [Fact]
    public void IsContended_NothingWasSent_IsFalse() =>
        Assert.False(LockContention.IsContended(Run([20, 140], contentions: 1_500, sent: 0), "package"));

    /// <summary>Each request only calls the package service, which takes as long as given.</summary>
    private static RunEvidence Run(double[] packageMs, double contentions, double latencyMs = 200, long sent = 1_000)
    {
        var run = SampleRecords.Run;
        var spans = packageMs.SelectMany((ms, number) => new TraceBuilder($"trace{number}")
            .Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", 0, ms + 12)
            .Call("package", "/packages/summary", 5, ms + 2).Spans);
        var metrics = HandmadeRun.Gauge("package", "dotnet.monitor.lock_contentions", 10, 10 + contentions);
        var record = run with
        {
            Load = run.Load with { Latency = SampleRecords.Latency(latencyMs), Sent = sent },
            Cosmos = run.Cosmos with { RequestUnits = 0 },
        };
        return new RunEvidence(new RunData(record, new RunSamples([.. spans], [], [.. metrics], [])));
    }
}
