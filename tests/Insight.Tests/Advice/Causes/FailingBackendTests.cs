using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

/// <summary>Requests that call services from the gateway; their mean latency is a second.</summary>
public sealed class FailingBackendTests
{
    private static readonly Call FirstTry = new("package", 10, 50, 503);
    private static readonly Call SecondTry = new("package", 100, 50);

    [Fact]
    public void Find_TracedCallsFail_SaysHowManyAndWhatRetriesTake()
    {
        List<IReadOnlyList<SpanRecord>> requests = [.. Same(5, FirstTry, SecondTry), .. Same(5, new Call("package", 10, 50))];

        var finding = FailingBackend.Find(Run(requests, clientErrors: 15));

        Assert.Equal("package fails 33 % of its calls.", finding?.Title);
        // Half of the requests start a second try after 90 ms.
        Assert.Equal(
            [
                "5 of 15 traced calls to package were answered 5xx, or not at all.",
                "15 requests failed for the user; other failed calls were retried, which takes 45 ms of a mean latency of "
                + "1,000 ms.",
            ],
            finding!.Evidence);
        // 45 of 1,000 ms are more than 15 of 1,000 requests.
        Assert.Equal((0.045, Loss.Latency), (finding.Share, finding.Of));
        var step = Assert.Single(finding.NextSteps);
        Assert.Equal("Read package's log for the reason of its failures: retries hide them and add load.", step.Text);
        Assert.StartsWith("1,000 ms as measured less 45 ms", step.Prediction?.Model);
    }

    [Fact]
    public void Find_TwoServicesCountFailures_NamesTheOneWithTheLargerShare()
    {
        MetricSample[] metrics =
        [
            .. Served("package", "200", 100, 390), .. Served("package", "503", 2, 12),
            .. Served("drone-scheduler", "200", 0, 42), .. Served("drone-scheduler", "500", 0, 8),
        ];

        var finding = FailingBackend.Find(Run(Same(1, SecondTry, new Call("drone-scheduler", 10, 20)), metrics));

        // 8 of 50 are more than 10 of 300.
        Assert.Equal("drone-scheduler fails 16 % of its calls.", finding?.Title);
        Assert.Equal(
            [
                "8 of 50 calls that drone-scheduler counted were answered 5xx, or not at all.",
                "0 requests failed for the user.",
            ],
            finding!.Evidence);
        var step = Assert.Single(finding.NextSteps);
        Assert.Equal(("Read drone-scheduler's log for the reason of its failures.", null), (step.Text, step.Prediction));
    }

    /// <summary>At least five, and a hundredth of all.</summary>
    [Theory]
    [InlineData(4, 6, false)]
    [InlineData(5, 6, true)]
    [InlineData(5, 495, true)]
    [InlineData(5, 496, false)]
    public void Find_SomeCallsFail_NeedsEnoughOfThem(int failed, int others, bool isFound)
    {
        MetricSample[] metrics = [.. Served("package", "200", 0, others), .. Served("package", "503", 0, failed)];

        Assert.Equal(isFound, FailingBackend.Find(Run(Same(1, SecondTry), metrics)) is not null);
    }

    [Fact]
    public void Share_MoreRequestsFailThanRetriesTakeTime_IsThatOfRequests()
    {
        var finding = FailingBackend.Find(Run(Same(5, FirstTry, SecondTry), clientErrors: 300));

        Assert.Equal(0.3, finding?.Share);
    }

    [Fact]
    public void Share_NumberOfRequestsIsNotKnown_IsThatOfLatency()
    {
        var finding = FailingBackend.Find(Run(Same(5, FirstTry, SecondTry), sent: 0));

        Assert.Equal(0.09, finding?.Share);
    }

    [Fact]
    public void Share_SecondTry_IsFromTheFirstStartToTheLast() => Assert.Equal(90, LostMs(Same(5, FirstTry, SecondTry)));

    [Fact]
    public void Share_ThreeTries_IsFromTheFirstStartToTheLast() =>
        Assert.Equal(190, LostMs(Same(5, FirstTry, SecondTry with { Status = 503 }, SecondTry with { AtMs = 200 })));

    [Fact]
    public void Share_OtherAnswersComeEarly_IsNotReduced() =>
        Assert.Equal(90, LostMs(Same(5, FirstTry, SecondTry, new Call("drone-scheduler", 10, 20))));

    [Fact]
    public void Share_OtherAnswerComesLate_IsTheTimeAfterIt()
    {
        var requests = Same(5, FirstTry, SecondTry, new Call("drone-scheduler", 10, 120), new Call("delivery", 10, 30));

        // The second try ends at 150 ms, and the later of the other answers comes at 130 ms.
        Assert.Equal(20, LostMs(requests));
    }

    [Fact]
    public void Share_OtherAnswerComesLast_IsNothing() =>
        Assert.Equal(0, LostMs(Same(5, FirstTry, SecondTry, new Call("drone-scheduler", 10, 190))));

    [Fact]
    public void Share_LaterCallsAreOtherOperations_IsNothing()
    {
        var requests = Same(5, FirstTry with { Operation = "POST /packages" }, SecondTry);

        Assert.Equal(0, LostMs(requests));
    }

    /// <summary>The retries of GET end at 150 ms, 75 ms after the other calls; those of POST end earlier than other calls.</summary>
    [Fact]
    public void Share_TwoOperationsAreRetriedAtOnce_IsTheTimeAfterTheFirstToEnd()
    {
        var otherTry = FirstTry with { Operation = "POST" };
        var requests = Same(5, FirstTry, SecondTry, otherTry, otherTry with { AtMs = 70, DurationMs = 5, Status = 200 });

        Assert.Equal(75, LostMs(requests));
    }

    [Fact]
    public void Share_OtherCallsFollow_IsNotReduced() =>
        Assert.Equal(90, LostMs(Same(5, FirstTry, SecondTry, new Call("package", 160, 50, Operation: "POST"))));

    [Fact]
    public void Share_LastTryFails_IsOnlyTheTimeOfRetries() =>
        Assert.Equal(0, LostMs(Same(5, new Call("package", 10, 50), SecondTry with { Status = 503 })));

    [Fact]
    public void Share_OneOfManyEqualCallsFails_IsTheTimeToTheNext() =>
        Assert.Equal(40, LostMs(Same(5, new Call("package", 10, 20), new Call("package", 50, 20, 503), new Call("package", 90, 20))));

    [Fact]
    public void Share_CallsAtTheSameTime_AreNoRetries() =>
        Assert.Equal(0, LostMs(Same(5, FirstTry, SecondTry with { AtMs = 20 })));

    [Fact]
    public void Share_CallsOfOtherPaths_AreNoRetries() => Assert.Equal(
        0, LostMs(Same(5, FirstTry with { Path = "/packages/1" }, SecondTry with { Path = "/packages/2" })));

    /// <summary>The gateway calls delivery, which calls package twice.</summary>
    [Fact]
    public void Share_CallerIsCalledItself_IsNotReduced()
    {
        var trace = new TraceBuilder("t")
            .Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", 0, 500)
            .Span("call", TraceBuilder.Gateway, "gateway", "GET", "client", 5, 400)
            .Span("delivery", "call", "delivery", "GET", "server", 6, 398);
        AddCall(trace, "delivery", "delivery", 0, FirstTry);
        AddCall(trace, "delivery", "delivery", 1, SecondTry);

        Assert.Equal(90, LostMs(Enumerable.Repeat(trace.Spans, 5)));
    }

    [Fact]
    public void Share_NoFailedCallIsRetried_IsNothing() => Assert.Equal(0, LostMs(
    [
        .. Same(5, FirstTry),
        .. Same(5, new Call("package", 10, 50), SecondTry),
        .. Same(5, new Call("drone-scheduler", 10, 50)),
    ]));

    /// <summary>The share of a second of latency, in ms, of requests none of which failed for the user.</summary>
    private static double LostMs(IEnumerable<IReadOnlyList<SpanRecord>> requests) =>
        Math.Round(FailingBackend.Find(Run(requests))!.Share * 1000, 6);

    private static RunEvidence Run(
        IEnumerable<IReadOnlyList<SpanRecord>> requests,
        IReadOnlyList<MetricSample>? metrics = null,
        long clientErrors = 0,
        long sent = 1_000)
    {
        var record = SampleRecords.Run;
        var load = record.Load with { Latency = SampleRecords.Latency(1_000), ClientErrors = clientErrors, Sent = sent };
        var spans = requests.SelectMany((request, number) => request.Select(span => span with { TraceId = $"t{number}" }));
        return new RunEvidence(new RunData(
            record with { Load = load }, RunSamples.None with { Spans = [.. spans], Metrics = metrics ?? [] }));
    }

    private static IEnumerable<IReadOnlyList<SpanRecord>> Same(int count, params Call[] calls) =>
        Enumerable.Repeat(Request(calls), count);

    private static IReadOnlyList<SpanRecord> Request(Call[] calls)
    {
        var trace = new TraceBuilder("t")
            .Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET /api/invoices", "server", 0, 500);
        for (var index = 0; index < calls.Length; index++)
        {
            AddCall(trace, TraceBuilder.Gateway, "gateway", index, calls[index]);
        }

        return trace.Spans;
    }

    private static void AddCall(TraceBuilder trace, string parent, string caller, int index, Call call) => trace
        .Span($"client{index}", parent, caller, "GET", "client", call.AtMs, call.DurationMs,
            (SpanRecord.StatusCode, $"{call.Status}"), ("url.full", $"http://127.0.0.1:5111{call.Path}?*"))
        .Span($"server{index}", $"client{index}", call.Service, call.Operation, "server", call.AtMs + 1, call.DurationMs - 2);

    /// <summary>The count of a service's answers at its first export and a second later.</summary>
    private static IEnumerable<MetricSample> Served(string service, string status, double first, double last) =>
        HandmadeRun.Gauge(service, "http.server.request.duration.count", first, last)
            .Select(sample => sample with { Attributes = $"http.response.status_code={status},http.route=/summary" });

    private sealed record Call(string Service, double AtMs, double DurationMs, int Status = 200, string Operation = "GET", string Path = "/summary");
}
