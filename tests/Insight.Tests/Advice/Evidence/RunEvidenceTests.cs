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
        var requests = data.Samples.Requests.Select(request => request == slowest ? request with { Extra = true } : request);
        var samples = data.Samples with { Requests = [.. requests], Losses = new SampleLosses { Requests = 1_000 } };

        var run = new RunEvidence(data with { Samples = samples });

        Assert.Equal(data.Samples.Requests.Where(request => request != slowest).Average(request => request.LatencyMs), run.LatencyMs, 0.001);
    }

    [Fact]
    public void Explain_RequestsThatHung_AreCountedInANote()
    {
        var diagnosis = Advisor.Explain(WithHungRequests(HandmadeRun.SerialQuery.Data()));

        Assert.StartsWith("12 of 192 kept requests have no complete answer", Assert.Single(diagnosis.Notes));
    }

    // Such a request is never observed, so it is not among the kept ones.
    [Fact]
    public void Explain_RequestsUnansweredAtTheEnd_AreCountedInTheNote()
    {
        var data = HandmadeRun.SerialQuery.Data();
        var unanswered = data with { Record = data.Record with { Load = data.Record.Load with { Unanswered = 7 } } };

        Assert.Equal(
            ["7 requests had no answer at the end of the load: shares and predictions cover only the others."],
            Advisor.Explain(unanswered).Notes);
        Assert.StartsWith(
            "12 of 192 kept requests have no complete answer, and 7 requests had no answer at the end of the load: ",
            Assert.Single(Advisor.Explain(WithHungRequests(unanswered)).Notes));
    }

    [Fact]
    public void RequestUnitsPerOperation_NothingSent_IsZero()
    {
        var run = SampleRecords.Run;

        Assert.Equal(28.8, EvidenceFrom(run).RequestUnitsPerOperation, 6);
        Assert.Equal(0, EvidenceFrom(run with { Load = run.Load with { Sent = 0 } }).RequestUnitsPerOperation);
    }

    [Fact]
    public void RestMs_RequestsWereNotKept_IsTheLatencyOfTheLoadWithoutTheCalls()
    {
        var spans = TraceBuilder.Invoice("a", 250).Cosmos("0", 10, 80).Spans;

        Assert.Equal(700 - 80, EvidenceFrom(SampleRecords.Run, spans: spans).RestMs);
    }

    [Fact]
    public void RestMs_RequestsWereKept_IsTheMeanOfTheTracedOnes()
    {
        SpanRecord[] spans =
        [
            .. TraceBuilder.Invoice("a", 250).Cosmos("0", 10, 100).Spans,
            .. TraceBuilder.Invoice("b", 450).Cosmos("0", 10, 200).Spans,
        ];

        var run = EvidenceFrom(SampleRecords.Run, [Kept("a", 300), Kept("b", 500), Kept("not traced", 1_000)], spans);

        // 300 - 100 and 500 - 200.
        Assert.Equal(250, run.RestMs);
    }

    [Fact]
    public void OutsideMs_TwoRequests_IsTheMean() =>
        Assert.Equal(200, EvidenceFrom(SampleRecords.Run, [Kept("a", 500, roundTripMs: 100), Kept("b", 500, roundTripMs: 300)]).OutsideMs);

    [Fact]
    public void LatenessMs_TwoRequests_IsTheMean() =>
        Assert.Equal(4, EvidenceFrom(SampleRecords.Run, [Kept("a", 500, latenessMs: 2), Kept("b", 500, latenessMs: 6)]).LatenessMs);

    [Fact]
    public void LatenessMs_RequestsWereNotKept_IsTheMedianOfTheLoad()
    {
        Assert.Equal(0.4, EvidenceFrom(SampleRecords.Run).LatenessMs);
        Assert.Equal(0, EvidenceFrom(SampleRecords.OtherEngine).LatenessMs);
    }

    [Fact]
    public void Mean_NoRequests_IsZero() => Assert.Equal(0, EvidenceFrom(SampleRecords.Run).Mean(_ => 5));

    [Fact]
    public void ShareOfLatency_NoLatency_IsZero()
    {
        var run = SampleRecords.Run;

        Assert.Equal(0.1, EvidenceFrom(run).ShareOfLatency(70), 6);
        Assert.Equal(0, EvidenceFrom(run with { Load = run.Load with { Latency = SampleRecords.Latency(0) } }).ShareOfLatency(70));
    }

    private static RunEvidence EvidenceFrom(
        RunRecord run, IReadOnlyList<RequestRecord>? requests = null, IReadOnlyList<SpanRecord>? spans = null) =>
        new(new RunData(run, RunSamples.None with { Requests = requests ?? [], Spans = spans ?? [] }));

    private static RequestRecord Kept(string trace, double latencyMs, double latenessMs = 0, double roundTripMs = 0)
    {
        var halfRoundTrip = Nanoseconds(roundTripMs / 2);
        var done = Nanoseconds(latencyMs);
        var sent = halfRoundTrip + Nanoseconds(latenessMs);
        return new RequestRecord(trace, 200, null, 900)
        {
            Scheduled = 0, Due = halfRoundTrip, Sent = sent, Answered = done - halfRoundTrip, Done = done,
        };
    }

    private static long Nanoseconds(double ms) => (long)(ms * 1e6);

    /// <summary>Twelve requests wait for 30 s in vain. They are in the run's latency and have no service time.</summary>
    private static RunData WithHungRequests(RunData data)
    {
        var load = data.Record.Load;
        var hung = Enumerable.Range(0, 12).Select(number => new RequestRecord($"hung{number}", 0, "timeout", 0)
        {
            Scheduled = 0, Due = 60_000_000, Sent = 60_000_000, Answered = 30_000_000_000, Done = 30_000_000_000,
        });
        return new RunData(
            data.Record with { Load = load with { Latency = SampleRecords.Latency(load.Latency.MeanMs + 1_800) } },
            data.Samples with { Requests = [.. data.Samples.Requests, .. hung] });
    }
}
