using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

/// <summary>Counts on the page add up, or the page says what each of them contains.</summary>
public sealed class RunCountsTests : WrittenPage
{
    private static readonly LoadRecord Load = SampleRecords.Run.Load with
    {
        Sent = 950,
        Successful = 950,
        ClientErrors = 0,
        ErrorsByReason = new Dictionary<string, long>(),
        CutOff = 3,
    };

    [Fact]
    public async Task WriteAsync_RequestsNotSent_AreApartFromThoseSent()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run with { Load = Load }, RunSamples.None)]));

        Assert.EndsWith(
            "All 950 requests were answered with success. Due at the end of the load, not sent: 3.",
            Caption(page, "Answers to clients"));
        var answers = Section(page, "answers").Value;
        Assert.Contains("the bars add up to the requests that it sent", answers);
        Assert.Contains("not sent at the end3", answers);
        Assert.Contains(Section(page, "answers").Descendants("th"), header => header.Value == "not sent at the end");
        Assert.DoesNotContain("cut off at the end", answers);
    }

    [Fact]
    public async Task WriteAsync_EveryRequestSent_HasNoBarOfThoseNotSent()
    {
        var page = Parse(await WriteAsync([(SampleRecords.Run with { Load = Load with { CutOff = 0 } }, RunSamples.None)]));

        Assert.EndsWith("All 950 requests were answered with success.", Caption(page, "Answers to clients"));
        Assert.DoesNotContain(Section(page, "answers").Descendants("th"), header => header.Value == "not sent at the end");
    }

    // Three kept traces, one of them without a span in its middle, and seven left out.
    [Fact]
    public async Task WriteAsync_Traces_AddUpToTheRequestsSent()
    {
        var spans = TraceBuilder.Invoice("a", 100).Spans
            .Concat(TraceBuilder.Invoice("b", 100).Spans)
            .Concat(TraceBuilder.Invoice("part", 100).Cosmos("0", 20, 40).Without(TraceBuilder.Delivery).Spans);
        var samples = RunSamples.None with { Spans = [.. spans], Losses = new SampleLosses { Traces = 7 } };

        var page = Parse(await WriteAsync([(SampleRecords.Run with { Load = Load with { Sent = 10 } }, samples)]));

        var setup = Section(page, "setup").Value;
        Assert.Contains("Requests sent10Traces kept whole2Traces kept in part1Traces left out7", setup);
    }

    // Of three whole traces one was kept for being slow, and one is of a request that failed.
    [Fact]
    public async Task WriteAsync_Traces_AreCountedInOneLine()
    {
        List<SpanRecord> spans = [.. new[] { "a", "b", "slow" }.SelectMany(id => TraceBuilder.Invoice(id, 100).Spans)];
        var requests = SyntheticSamples.Requests(spans).Select(each => each.TraceId == "b" ? each with { Error = "timeout" } : each);
        var samples = RunSamples.None with { Spans = spans, Requests = [.. requests], ExtraTraces = ["slow"] };

        var page = Parse(await WriteAsync([(SampleRecords.Run with { Load = Load }, samples)]));

        Assert.Equal(
            "Requests sent: 950. Whole traces kept: 3, a uniform sample of 2, and 1 for being slow, failed or throttled. "
            + "The parts of the latency and the findings rest on 1 of the sample.",
            Section(page, "parts").Descendants("p").First().Value);
        Assert.DoesNotContain("complete trace", Section(page, "waterfalls").Value);
    }
}
