using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class SlowBackendTests
{
    [Fact]
    public void Find_EveryRequestWaits_SaysHowLongAndWhatItIsNot()
    {
        // 0.1 cores for 50 s are 5 s of CPU for 1,000 requests: 5 ms each.
        var finding = SlowBackend.Find(Run([60, 100]), "package");

        Assert.NotNull(finding);
        Assert.Equal((Cause.SlowBackend, "package is slow by itself."), (finding.Cause, finding.Title));
        Assert.Equal(
            [
                "Requests wait 80 ms for package after every other answer has arrived, of a mean latency of 200 ms.",
                "It is not the database. A request takes 5 ms of package's CPU, and no work waits for a thread or a lock.",
                "Nine requests in ten wait 60 ms or more.",
            ],
            finding.Evidence);
        Assert.Equal((0.4, Loss.Latency, Confidence.Likely), (finding.Share, finding.Of, finding.Confidence));
        Assert.Equal("it follows from excluding the database, CPU, threads and locks", finding.Doubt);
    }

    [Fact]
    public void Find_EveryRequestWaits_ProposesToLookWhatItWaitsFor()
    {
        var step = Assert.Single(SlowBackend.Find(Run([60, 100]), "package")!.NextSteps);

        Assert.Equal("Look at what package waits for: a service behind it, a lock, a timer, a disk.", step.Text);
        // 200 ms less the 80 ms in the service.
        Assert.Equal(120, step.Prediction!.MeanMs, 6);
    }

    // Requests wait for the service for 30 ms, which is 0.15 of 200 ms.
    [Theory]
    [InlineData(199, true)]
    [InlineData(200, true)]
    [InlineData(201, false)]
    public void Find_ShareNearTheLimit_IsFoundFromTheLimitOn(double latencyMs, bool found) =>
        Assert.Equal(found, SlowBackend.Find(Run([30, 30], latencyMs), "package") is not null);

    /// <summary>1,000 requests in 50 s. Each only calls the package service, which takes as long as given.</summary>
    private static RunEvidence Run(double[] packageMs, double latencyMs = 200)
    {
        var run = SampleRecords.Run;
        var spans = packageMs.SelectMany((ms, number) => new TraceBuilder($"trace{number}")
            .Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", 0, ms + 12)
            .Call("package", "/packages/summary", 5, ms + 2).Spans);
        var record = run with
        {
            Load = run.Load with { Latency = SampleRecords.Latency(latencyMs) },
            Cosmos = run.Cosmos with { RequestUnits = 0 },
            Processes = [new ProcessRecord("package", 0.1, 0.2, 100, 120)],
        };
        return new RunEvidence(new RunData(record, new RunSamples([.. spans], [], [], [])));
    }
}
