using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Runs;

public sealed class OperationRecordTests
{
    private const string Route = "/deliveries/utilization";

    [Fact]
    public void FromSamples_ServerSpansOfTheUniformSample_AreTheOnlyOnesCounted()
    {
        var samples = RunSamples.None with
        {
            Spans =
            [
                .. Enumerable.Range(1, 200).Select(ms => Span($"t{ms}", "server", Route, ms)),
                Span("t1", "client", Route, 9_000),
                Span("t2", "server", "/deliveries/{id}", 9_000),
                Span("slow", "server", Route, 9_000),
            ],
            ExtraTraces = ["slow"],
        };

        Assert.Equal(new OperationRecord(Route, 200, 100.5, 100, 190, 198), OperationRecord.FromSamples(samples, Route));
    }

    [Fact]
    public void FromSamples_OneSpan_IsEveryPercentile()
    {
        var samples = RunSamples.None with { Spans = [Span("t", "server", Route, 7)] };

        Assert.Equal(new OperationRecord(Route, 1, 7, 7, 7, 7), OperationRecord.FromSamples(samples, Route));
    }

    [Fact]
    public void FromSamples_NoSpanOfTheRoute_Null() => Assert.Null(OperationRecord.FromSamples(RunSamples.None, Route));

    private static SpanRecord Span(string trace, string kind, string route, long ms) => new(
        0, ms * 1_000_000, Failed: false, new Dictionary<string, string> { [SpanRecord.Route] = route })
    {
        TraceId = trace, SpanId = "s", ParentSpanId = null, Service = "delivery", Name = "GET", Kind = kind,
    };
}
