using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class BusyProcessTests
{
    [Fact]
    public void Find_ServiceComputesMostOfTheTime_SaysWhatARequestCostsAndHowManyFit()
    {
        // 1.5 cores for 50 s are 75 s of CPU for 1,000 requests: 75 ms each, and 2,000 ms of CPU a second are 26.7 times that.
        var finding = BusyProcess.Find(Run([20, 140], packageCores: 1.5), "package");

        Assert.NotNull(finding);
        Assert.Equal((Cause.BusyProcess, "package is short of CPU."), (finding.Cause, finding.Title));
        Assert.Equal(
            [
                "It uses 75 ms of CPU for each request, 1.5 of 2 cores in its busiest third of the seconds.",
                "A request takes 20 ms in it without other load, under this load 80 ms, of a mean latency of 200 ms: "
                + "the rest is waiting for a core.",
                "2 cores can process 26.7 requests a second at most.",
            ],
            finding.Evidence);
        Assert.Equal((0.4, Loss.Latency, Confidence.Certain), (finding.Share, finding.Of, finding.Confidence));
    }

    [Fact]
    public void Find_ServiceComputesMostOfTheTime_ProposesAProfileAndMoreInstances()
    {
        var finding = BusyProcess.Find(Run([20, 140], packageCores: 1.5), "package");

        Assert.Equal(
            [
                "Profile package: find out what takes 75 ms of CPU in a request. At best it takes no time in package, which is "
                + "predicted.",
                "Run more instances of package, each on separate cores, so that requests do not wait.",
            ],
            finding!.NextSteps.Select(step => step.Text));
        // 200 ms less the 80 ms in the service, of which it computes for 75 ms.
        Assert.Equal([120, 195], finding.NextSteps.Select(step => Math.Round(step.Prediction!.MeanMs, 6)));
    }

    // The service waits for 30 ms, which is 0.15 of 200 ms.
    [Theory]
    [InlineData(199, true)]
    [InlineData(200, true)]
    [InlineData(201, false)]
    public void Find_ShareNearTheLimit_IsFoundFromTheLimitOn(double latencyMs, bool found) =>
        Assert.Equal(found, BusyProcess.Find(Run([30, 30], packageCores: 1.5, latencyMs: latencyMs), "package") is not null);

    // The service uses 1 core; it is not certain if the others use more than that together, though each uses less.
    [Theory]
    [InlineData(0.25, null)]
    [InlineData(0.5, null)]
    [InlineData(0.75, "other processes used more than half of the CPU together")]
    public void Find_OtherProcessesUseCpuToo_DoubtsFromMoreThanHalfOn(double deliveryCores, string? doubt)
    {
        var finding = BusyProcess.Find(Run([20, 60], packageCores: 1, deliveryCores), "package");

        Assert.NotNull(finding);
        Assert.Equal(doubt, finding.Doubt);
        Assert.Equal(doubt is null ? Confidence.Certain : Confidence.Likely, finding.Confidence);
    }

    // The machine is full and the service uses the most CPU, but computes for less than half of the 210 ms.
    [Theory]
    [InlineData(0, true)]
    [InlineData(1_500, false)]
    public void Find_ThreadsFoundALockTaken_LeavesTheTimeToTheLock(double contentions, bool found)
    {
        var run = Run([20, 400], packageCores: 1, latencyMs: 500, contentions: contentions);

        Assert.Equal(found, BusyProcess.Find(run, "package") is not null);
        Assert.Equal(!found, LockContention.Find(run, "package") is not null);
    }

    /// <summary>1,000 requests in 50 s on two cores. Each only calls the package service, which takes as long as given.</summary>
    private static RunEvidence Run(
        double[] packageMs, double packageCores, double deliveryCores = 0.25, double latencyMs = 200, double contentions = 0)
    {
        var run = SampleRecords.Run;
        var spans = packageMs.SelectMany((ms, number) => new TraceBuilder($"trace{number}")
            .Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", 0, ms + 12)
            .Call("package", "/packages/summary", 5, ms + 2).Spans);
        var record = run with
        {
            Load = run.Load with { Latency = SampleRecords.Latency(latencyMs) },
            Cosmos = run.Cosmos with { RequestUnits = 0 },
            Processes = [Process("package", packageCores), Process("delivery", deliveryCores), Process("gateway", 0.5)],
        };
        var metrics = HandmadeRun.Gauge("package", "dotnet.monitor.lock_contentions", 10, 10 + contentions);
        return new RunEvidence(new RunData(record, new RunSamples([.. spans], [], [.. metrics], [])));
    }

    private static ProcessRecord Process(string name, double cores) => new(name, cores, cores, 100, 120);
}
