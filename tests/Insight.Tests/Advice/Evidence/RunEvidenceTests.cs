using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

public sealed class RunEvidenceTests
{
    private const double RoundTripMs = 120;
    private const double LatenessMs = 0.3;

    [Fact]
    public void OutsideMs_RequestsThatHung_AreNotTheUsersNetwork()
    {
        var run = new RunEvidence(WithHungRequests(HandmadeRun.SerialQuery.Data()));

        Assert.Equal(RoundTripMs + LatenessMs, run.OutsideMs, 0.01);
    }

    [Fact]
    public void RestMs_RequestsThatHung_IsThatOfTheAnsweredOnes()
    {
        var data = HandmadeRun.SerialQuery.Data();

        Assert.Equal(new RunEvidence(data).RestMs, new RunEvidence(WithHungRequests(data)).RestMs, 0.01);
    }

    [Fact]
    public void LatencyMs_RequestsThatHung_IsThatOfTheAnsweredOnes()
    {
        var data = HandmadeRun.SerialQuery.Data();

        Assert.Equal(data.Record.Load.Latency.MeanMs, new RunEvidence(WithHungRequests(data)).LatencyMs, 0.01);
    }

    [Fact]
    public void LatencyMs_RequestsWereNotKept_IsThatOfTheLoad()
    {
        var data = HandmadeRun.SerialQuery.Data();

        Assert.Equal(data.Record.Load.Latency.MeanMs, new RunEvidence(data with { Samples = RunSamples.None }).LatencyMs, 0.01);
    }

    [Fact]
    public void LatencyMs_AllRequestsKept_CountsTheSlowestToo()
    {
        var data = HandmadeRun.Healthy.Data();
        var slowest = data.Samples.Requests.MaxBy(request => request.LatencyMs)!;

        var run = new RunEvidence(data with { Samples = data.Samples with { ExtraTraces = [slowest.TraceId] } });

        Assert.Equal(data.Samples.Requests.Average(request => request.LatencyMs), run.LatencyMs, 0.001);
    }

    [Fact]
    public void LatencyMs_MoreRequestsThanAreKept_LeavesOutThoseKeptForBeingSlow()
    {
        var data = HandmadeRun.Healthy.Data();
        var slowest = data.Samples.Requests.MaxBy(request => request.LatencyMs)!;
        var samples = data.Samples with { ExtraTraces = [slowest.TraceId], Losses = new SampleLosses { Requests = 1_000 } };

        var run = new RunEvidence(data with { Samples = samples });

        Assert.Equal(data.Samples.Requests.Where(request => request != slowest).Average(request => request.LatencyMs), run.LatencyMs, 0.001);
    }

    [Fact]
    public void Explain_RequestsThatHung_AreCountedInANote()
    {
        var diagnosis = Advisor.Explain(WithHungRequests(HandmadeRun.SerialQuery.Data()));

        Assert.StartsWith("12 of 192 kept requests have no complete answer", Assert.Single(diagnosis.Notes));
    }

    /// <summary>Twelve requests wait for 30 s in vain. They are in the run's latency and have no service time.</summary>
    private static RunData WithHungRequests(RunData data)
    {
        var load = data.Record.Load;
        var hung = Enumerable.Range(0, 12).Select(number =>
            new RequestRecord($"hung{number}", 0, 60_000_000, 60_000_000, 30_000_000_000, 30_000_000_000, 0, "timeout", 0));
        return new RunData(
            data.Record with { Load = load with { Latency = SampleRecords.Latency(load.Latency.MeanMs + 1_800) } },
            data.Samples with { Requests = [.. data.Samples.Requests, .. hung] });
    }
}
