using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Queries;

/// <summary>Services trace health probes like requests. Older run folders contain them.</summary>
public sealed class HealthProbeTests
{
    [Theory]
    [InlineData("/health/ready")]
    [InlineData("/Health/live/")]
    [InlineData("/healthz")]
    [InlineData("/livez")]
    [InlineData("/readyz")]
    [InlineData("/alive")]
    public void Queries_HealthProbes_AreLeftOut(string path)
    {
        using var run = StoredRun.FromTraces(
            TraceBuilder.Invoice("request", 100).Cosmos("0", 20, 40), ProbeOfGateway(path), ProbeByGateway(path));

        Assert.Equal(
            [("gateway", "delivery /deliveries/utilization", 1L), ("delivery", "cosmos data", 1L)],
            run.Database.Read<DependencyCalls>("by-dependency").Select(calls => (calls.Caller, calls.Dependency, calls.Calls)));
        Assert.Equal([("delivery", 1L), ("gateway", 1L)], AnswersOfServices(run));
    }

    [Fact]
    public void Queries_ProbeWithoutARoute_IsLeftOutByItsPath()
    {
        var probe = new TraceBuilder("probe").Span(
            TraceBuilder.Gateway, null, "gateway", "GET", "server", 0, 20, ("url.path", "/health/ready"));
        using var run = StoredRun.FromTraces(TraceBuilder.Invoice("request", 100), probe);

        Assert.Equal([("delivery", 1L), ("gateway", 1L)], AnswersOfServices(run));
    }

    [Theory]
    [InlineData("/healthy")]
    [InlineData("/deliveries/health")]
    public void Queries_PathThatOnlyLooksLikeAProbe_Counts(string path)
    {
        using var run = StoredRun.FromTraces(ProbeOfGateway(path));

        Assert.Single(run.Database.Read<DependencyCalls>("by-dependency"));
        Assert.Equal([("delivery", 1L), ("gateway", 1L)], AnswersOfServices(run));
    }

    /// <summary>A probe of the gateway, which then probes a backend itself.</summary>
    internal static TraceBuilder ProbeOfGateway(string path) => new TraceBuilder("of-gateway")
        .Span(TraceBuilder.Gateway, null, "gateway", $"GET {path}", "server", 0, 20, (SpanRecord.Route, path))
        .Call("delivery", "/health/live", 2, 10);

    /// <summary>A probe of a backend at an interval: its first span is the gateway's call.</summary>
    internal static TraceBuilder ProbeByGateway(string path) => new TraceBuilder("by-gateway")
        .Span("call", null, "gateway", "GET", "client", 0, 20, ("url.full", $"http://127.0.0.1:5111{path}"))
        .Span("answer", "call", "delivery", $"GET {path}", "server", 1, 18, (SpanRecord.Route, path));

    private static IEnumerable<(string Service, long Answers)> AnswersOfServices(StoredRun run) =>
        run.Database.Read<AnswersByStatus>("by-status")
            .Where(answers => answers.AnsweredBy is "gateway" or "delivery")
            .Select(answers => (answers.AnsweredBy, answers.Answers));
}
