using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

/// <summary>Runs of an application of which only some data was collected.</summary>
public sealed class NodePartialDataTests
{
    private static readonly NodeRun BusyLoop = new() { ComputesMs = 13 };
    private static readonly NodeRun Lock = new() { LockMs = 13 };
    private static readonly NodeRun SmallPool = new() { QueryMs = 28, Connections = 2, HasPoolMetric = true };

    private static readonly IReadOnlyList<NodeRun> Runs =
        [new(), BusyLoop, Lock, SmallPool, new() { Queries = 9 }, new() { PaymentMs = 150 }, new() { TimerMs = 120 }];

    private static readonly Lazy<IReadOnlyList<RunData>> Complete = new(() => [.. Runs.Select(run => run.Data())]);

    private static readonly IReadOnlyList<Func<RunData, RunData>> Losses =
    [
        data => data with { Samples = RunSamples.None },
        data => data with { Samples = RunSamples.None, Record = data.Record with { Processes = [] } },
        data => data with { Samples = data.Samples with { Spans = [] } },
        data => data with { Samples = data.Samples with { Requests = [] } },
        data => data with { Samples = RunSamples.None with { Spans = data.Samples.Spans } },
        data => data with { Samples = data.Samples with { Metrics = [], Processes = [] } },
        data => WithSpans(data, data.Samples.Spans.Where(span => span.Kind == "server")),
        data => WithSpans(data, data.Samples.Spans.Where(span => span.Service == "catalog")),
        data => WithSpans(data, data.Samples.Spans.Take(60)),
        data => data with
        {
            Record = data.Record with { Load = data.Record.Load with { Sent = 0, Successful = 0, DurationSeconds = 0 } },
        },
    ];

    public static TheoryData<int, int> RunsAndLosses =>
        new MatrixTheoryData<int, int>(Enumerable.Range(0, Runs.Count), Enumerable.Range(0, Losses.Count));

    public static TheoryData<int> Numbers => [.. Enumerable.Range(0, Runs.Count)];

    [Theory]
    [MemberData(nameof(RunsAndLosses))]
    public void Explain_DataIsMissing_IsWrittenAllTheSame(int run, int loss)
    {
        var diagnosis = Advisor.Explain(Losses[loss](Complete.Value[run]));

        Assert.NotEmpty(DiagnosisText.Plain(diagnosis));
        using var json = JsonDocument.Parse(DiagnosisJson.Write(diagnosis));
        Assert.Equal(diagnosis.NotChecked.Count, json.RootElement.GetProperty("notChecked").GetArrayLength());
    }

    [Theory]
    [MemberData(nameof(Numbers))]
    public void Explain_NoTraces_IsCertainOfNothing(int run)
    {
        var data = Complete.Value[run];

        var diagnosis = Advisor.Explain(data with { Samples = data.Samples with { Spans = [] } });

        Assert.DoesNotContain(diagnosis.Findings, finding => finding.Confidence == Confidence.Certain);
        Assert.Contains(new UncheckedCause(Cause.LockContention, "traces of whole requests"), diagnosis.NotChecked);
    }

    [Fact]
    public void Explain_MetricsOnly_NamesWhatTheyShow()
    {
        Assert.Equal(Cause.BusyProcess, WithoutTraces(BusyLoop).First?.Cause);
        Assert.StartsWith("without traces it is not known", WithoutTraces(BusyLoop).First?.Doubt);
        Assert.Equal(Cause.ConnectionPool, WithoutTraces(SmallPool).First?.Cause);

        static Diagnosis WithoutTraces(NodeRun run)
        {
            var data = run.Data();
            return Advisor.Explain(data with { Samples = data.Samples with { Spans = [], Requests = [] } });
        }
    }

    [Fact]
    public void Explain_CpuWasNotMeasured_IsNotCertainOfALock()
    {
        var first = (Lock with { HasLoopMetric = false, HasProcesses = false }).Explain().First;

        Assert.Equal((Cause.LockContention, Confidence.Likely), (first?.Cause, first?.Confidence));
        Assert.Equal("requests may wait for CPU, which was not measured", first?.Doubt);
    }

    [Fact]
    public void Explain_NoDatabaseAndNoDotNet_ListsWhatWasNotChecked()
    {
        var diagnosis = new NodeRun { HasLoopMetric = false, HasProcesses = false }.Explain();

        Assert.EndsWith(
            "Not checked: exhausted request units (no request units of a database); a hot partition (no request units by partition); "
            + "a lack of threads (no dotnet.thread_pool.queue.length metric); calls to partitions one after another, calls to more "
            + "partitions than necessary, a slow partition (no partitions of database calls); "
            + "garbage collection (no dotnet.gc.pause.time metric or the like); "
            + "a lack of CPU (no CPU of processes, and no metric of it).",
            DiagnosisText.Plain(diagnosis));
        Assert.Empty(diagnosis.Findings);
    }

    [Fact]
    public void Explain_RequestsHaveNoIdsOfTraces_UsesTheTraces()
    {
        var data = new NodeRun { Queries = 9 }.Data();
        var requests = data.Samples.Requests.Select(request => request with { TraceId = "" });
        var samples = data.Samples with { Requests = [.. requests] };

        Assert.Equal(Cause.CallPerRow, Advisor.Explain(data with { Samples = samples }).First?.Cause);
    }

    [Fact]
    public void Explain_ATenthIsTraced_StatesTheFractionAndWhatSharesAreOf()
    {
        var run = new NodeRun { TimerMs = 120, Traces = 240, PerSecond = 60 };

        var note = Assert.Single(run.Explain().Notes);

        Assert.Matches(@"^Only 240 requests \((9\.\d|10|11) % of all\) were traced\. Shares of latency are computed from these; ", note);
    }

    [Fact]
    public void Explain_SlowRequestsAreTracedMoreOften_SharesAreOfTheTracedOnes()
    {
        var data = new NodeRun { TimerMs = 120, Traces = 10_000 }.Data();
        var fast = data.Samples.Requests.Select(request => request with
        {
            TraceId = request.TraceId + "untraced",
            Answered = request.Sent + 1_000_000,
            Done = request.Sent + 1_000_000,
        });
        var samples = data.Samples with { Requests = [.. data.Samples.Requests, .. fast] };

        Assert.Equal(Advisor.Explain(data).First!.Share, Advisor.Explain(data with { Samples = samples }).First!.Share, 6);
    }

    [Theory]
    [InlineData(0, 35)]
    [InlineData(-20, -250)]
    public void Explain_ClocksDiffer_FindsTheSameAndSaysByHowMuch(double webMs, double catalogMs)
    {
        foreach (var (run, data) in Runs.Zip(Complete.Value))
        {
            var skewed = (run with { WebSkewMs = webMs, CatalogSkewMs = catalogMs }).Explain();

            Assert.Equal(Facts(Advisor.Explain(data)), Facts(skewed));
            var note = Assert.Single(skewed.Notes, each => each.Contains("clock of catalog differs"));
            Assert.Equal(webMs != 0, skewed.Notes.Any(each => each.Contains("clock of web differs")));
            var ms = Math.Abs(catalogMs - webMs);
            Assert.InRange(double.Parse(note.Split("up to ")[1].Split(' ')[0]), ms - 3, ms);
        }

        static IEnumerable<(Cause, Confidence, double)> Facts(Diagnosis diagnosis) =>
            diagnosis.Findings.Select(finding => (finding.Cause, finding.Confidence, Math.Round(finding.Share, 2)));
    }

    [Theory]
    [InlineData(10, Confidence.Certain, "are left out.")]
    [InlineData(1, Confidence.Likely, "the parts that are there are used.")]
    public void Explain_SpansOfCallersAreMissing_UsesWholeTracesWhileMostAre(int onceIn, Confidence confidence, string end)
    {
        var data = new NodeRun { Queries = 9, CatalogCalls = 4, PerSecond = 20 }.Data();
        // The client span of the first call, so that catalog's span has no parent.
        var spans = data.Samples.Spans.Where((span, index) =>
            !span.SpanId.EndsWith("/call0", StringComparison.Ordinal) || int.Parse(span.TraceId["trace".Length..]) % onceIn > 0);

        var diagnosis = Advisor.Explain(WithSpans(data, spans));

        Assert.Contains(diagnosis.Notes, note => note.Contains("traces lack spans between others") && note.EndsWith(end));
        Assert.Contains(diagnosis.Findings, finding => (finding.Cause, finding.Confidence) == (Cause.CallPerRow, confidence));
    }

    private static RunData WithSpans(RunData data, IEnumerable<SpanRecord> spans) =>
        data with { Samples = data.Samples with { Spans = [.. spans] } };
}
