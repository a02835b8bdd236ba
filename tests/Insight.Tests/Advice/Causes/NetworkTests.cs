using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class NetworkTests
{
    private const double LatencyMs = 200;

    [Fact]
    public void Find_UsersAreFarAway_NamesTheWayToTheEntry()
    {
        // The gateway starts 60 ms after the request was sent.
        var finding = Network.Find(Run(Entry(20, startMs: 60)));

        AssertNames("between users and gateway", finding);
    }

    [Fact]
    public void Find_BackendsAreFarAway_NamesTheWayToThem()
    {
        var trace = Entry(90)
            .Span("client", TraceBuilder.Gateway, "gateway", "GET", "client", 5, 80)
            .Span("server", "client", "package", "GET", "server", 35, 20);

        AssertNames("between gateway and backends", Network.Find(Run(trace)));
    }

    [Fact]
    public void Find_DatabaseIsFarAway_NamesTheWayToItFromItsCaller() =>
        AssertNames("between delivery and the database", Network.Find(Run(Calling("data", 80, inDatabaseMs: 20))));

    [Fact]
    public void Find_OnlyQueryPlansReachTheDatabase_NamesTheWayWithoutACaller() =>
        AssertNames("between the services and the database", Network.Find(Run(Calling("plan", 80, inDatabaseMs: 20))));

    [Fact]
    public void Find_AnyWay_ProposesToMeasureItAndPredictsALatencyWithoutIt()
    {
        var step = Assert.Single(Network.Find(Run(Entry(20, startMs: 60)))!.NextSteps);

        Assert.Equal(
            "Measure the round trip there (ping), move the two closer to each other, and keep connections open.", step.Text);
        Assert.Equal(140, step.Prediction!.MeanMs, 6);
    }

    // 30 ms are 0.15 of 200 ms.
    [Theory]
    [InlineData(29, false)]
    [InlineData(30, true)]
    [InlineData(31, true)]
    public void Find_ShareNearTheLimit_IsFoundFromTheLimitOn(double networkMs, bool found) =>
        Assert.Equal(found, Network.Find(Run(Entry(20, startMs: networkMs))) is not null);

    // From three quarters of all cores on, nearly all are busy.
    [Theory]
    [InlineData(1.25, null, Confidence.Certain)]
    [InlineData(1.5, "nearly all cores were busy, so messages may have waited for the processes", Confidence.Likely)]
    public void Find_CoresAreInUse_DoubtsIfNearlyAllAre(double usedOfTwo, string? doubt, Confidence confidence)
    {
        var finding = Network.Find(Run(Entry(20, startMs: 60), usedOfTwo));

        Assert.Equal((doubt, confidence), (finding!.Doubt, finding.Confidence));
    }

    /// <summary>60 ms of 200 ms are spent on the way.</summary>
    private static void AssertNames(string way, Finding? finding)
    {
        Assert.NotNull(finding);
        Assert.Equal((Cause.Network, $"The network {way} is slow."), (finding.Cause, finding.Title));
        Assert.Equal(
            [
                $"A request spends 60 ms of its mean latency of 200 ms {way}: sent by one side "
                + "and not yet received by the other.",
                "Nine requests in ten spend at least that time there, so the reason is not a receiver that is sometimes busy.",
            ],
            finding.Evidence);
        Assert.Equal((0.3, Loss.Latency), (finding.Share, finding.Of));
    }

    private static TraceBuilder Entry(double durationMs, double startMs = 0) => new TraceBuilder("trace").Span(
        TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", startMs, durationMs);

    /// <summary>The delivery service makes one call to the database.</summary>
    private static TraceBuilder Calling(string call, double durationMs, int inDatabaseMs) => TraceBuilder.Invoice("trace", 120)
        .Span("call", TraceBuilder.Delivery, "delivery", "POST", "client", 10, durationMs,
            (SpanRecord.CosmosCall, call),
            (SpanRecord.StatusCode, "200"),
            (SpanRecord.RequestDurationMs, FormattableString.Invariant($"{inDatabaseMs}")));

    /// <summary>One request, sent when it was due. Its user receives the answer some time after the generator has it.</summary>
    private static RunEvidence Run(TraceBuilder trace, double cores = 0.5)
    {
        var run = SampleRecords.Run;
        var record = run with
        {
            Cosmos = run.Cosmos with { RequestUnits = 0 },
            Processes = [new ProcessRecord("delivery", cores, cores, 100, 120)],
        };
        var answered = trace.Spans.Max(span => span.StartNanoseconds + span.DurationNanoseconds);
        var request = new RequestRecord("trace", 200, null, 900)
        {
            Scheduled = 0, Due = 0, Sent = 0, Answered = answered, Done = (long)(LatencyMs * 1e6),
        };
        return new RunEvidence(new RunData(record, new RunSamples(trace.Spans, [request], [], [])));
    }
}
