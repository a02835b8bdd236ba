using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class GarbageCollectionTests
{
    [Fact]
    public void Find_ServicePauses_SaysForHowLong()
    {
        // 20 s of 50 are 40 % of the time, and 40 % of 60 ms are 24 ms.
        var finding = GarbageCollection.Find(Run(pausedSeconds: 20, packageMs: 60));

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.GarbageCollection, "package pauses to collect garbage for 40 % of the time."), (finding.Cause, finding.Title));
        Assert.Equal(
            [
                "Its pauses add up to 20 s in 50 s of load (dotnet.gc.pause.time).",
                "A request is in package for 60 ms, so pauses take 24 ms of a mean latency of 200 ms.",
            ],
            finding.Evidence);
        Assert.Equal(0.12, finding.Share, 9);
        Assert.Equal((Loss.Latency, Confidence.Certain), (finding.Of, finding.Confidence));
    }

    [Fact]
    public void Find_ServicePauses_ProposesFewerAllocationsAndMoreMemory() => Assert.Equal(
        [
            new NextStep(
                "Look for what package allocates for each request: large buffers, copies of whole answers, large objects."),
            new NextStep("Give the process more memory, or the server garbage collector (DOTNET_gcServer=1)."),
        ],
        GarbageCollection.Find(Run(pausedSeconds: 20, packageMs: 60))!.NextSteps);

    // Pauses of 10 s in 50 s delay the 100 ms in the service by 20 ms, which is 0.1 of 200 ms.
    [Theory]
    [InlineData(99, false)]
    [InlineData(100, true)]
    [InlineData(101, true)]
    public void Find_ShareNearTheLimit_IsFoundFromTheLimitOn(double packageMs, bool found) =>
        Assert.Equal(found, GarbageCollection.Find(Run(pausedSeconds: 10, packageMs)) is not null);

    // The metric of Java includes collections that run next to the program.
    [Theory]
    [InlineData("v8js.gc.duration.sum", null)]
    [InlineData("jvm.gc.duration.sum", "the metric includes collections that run next to the program")]
    public void Find_ServiceInAnotherLanguagePauses_IsFoundByItsMetric(string metric, string? doubt)
    {
        var finding = GarbageCollection.Find(Run(pausedSeconds: 20, packageMs: 60, metric: metric));

        Assert.Contains($"({metric})", finding!.Evidence[0]);
        Assert.Equal(doubt, finding.Doubt);
        Assert.DoesNotContain("DOTNET", finding.NextSteps[1].Text);
    }

    [Fact]
    public void Find_LoadTookNoTime_IsNull() =>
        Assert.Null(GarbageCollection.Find(Run(pausedSeconds: 20, packageMs: 60, durationSeconds: 0)));

    /// <summary>Each request only calls the package service, for as long as given at its caller.</summary>
    private static RunEvidence Run(
        double pausedSeconds, double packageMs, double durationSeconds = 50, string metric = "dotnet.gc.pause.time")
    {
        var run = SampleRecords.Run;
        var trace = new TraceBuilder("trace")
            .Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", 0, packageMs + 10)
            .Call("package", "/packages/summary", 5, packageMs);
        var metrics = HandmadeRun.Gauge("package", metric, 1, 1 + (pausedSeconds / 2), 1 + pausedSeconds);
        var load = run.Load with { DurationSeconds = durationSeconds, Latency = SampleRecords.Latency(200) };
        return new RunEvidence(new RunData(run with { Load = load }, new RunSamples(trace.Spans, [], [.. metrics], [])));
    }
}
