using System.Globalization;
using System.Net.Http.Json;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class LiveDiagnosisTests
{
    private static LiveSnapshot Calm { get; } =
        Snapshots.At(30) with { Cosmos = null, Processes = [new LiveProcess("gateway", 0.02, 80)] };

    [Fact]
    public void Explain_NothingWasTraced_IsUnknown() => Assert.Null(LiveDiagnosis.Explain(Snapshots.At(1), [], []));

    [Fact]
    public void Explain_NothingWasRead_IsUnknown() => Assert.Null(LiveDiagnosis.Explain(null, SerialQueries(1_000), []));

    [Fact]
    public void Explain_CallsOneAfterAnother_NamesThem()
    {
        var diagnosis = LiveDiagnosis.Explain(Calm, SerialQueries(1_000), []);

        Assert.Equal(Cause.SerialFanOut, diagnosis?.First?.Cause);
    }

    [Fact]
    public void Explain_OldTraces_AreLeftOut()
    {
        var calm = Snapshots.At(30) with { Cosmos = null };
        var single = Trace("new", 60_000, calls: 1);

        var diagnosis = LiveDiagnosis.Explain(Calm, [.. SerialQueries(1_000), .. single], []);

        Assert.NotNull(diagnosis);
        Assert.DoesNotContain(diagnosis.Findings, finding => finding.Cause == Cause.SerialFanOut);
    }

    [Fact]
    public async Task Diagnosis_OfThePage_IsWhatTheAdvisorSays()
    {
        await using var page = await RunningPage.StartAsync(controls: null, SerialQueries(1_000));
        page.Feed.Publish(Calm);

        var answer = await page.Client.GetFromJsonAsync<LiveExplanation>("api/diagnosis", TestContext.Current.CancellationToken);

        Assert.Equal("The 5 calls of an operation are made one after another.", answer?.Verdict);
        Assert.StartsWith("Query the partitions in parallel. (--max-concurrency -1)", answer!.Findings[0].NextSteps[0]);
        // Failed requests and the load of the machine, which only a run folder has, do not restrict findings.
        Assert.Contains("Shares of latency are computed from these", Assert.Single(answer.Notes));
    }

    [Fact]
    public async Task Diagnosis_BeforeTheFirstSecond_SaysThatThereIsNone()
    {
        await using var page = await RunningPage.StartAsync(controls: null);

        var answer = await page.Client.GetFromJsonAsync<LiveExplanation>("api/diagnosis", TestContext.Current.CancellationToken);

        Assert.StartsWith("There is nothing to explain yet", answer?.Verdict);
    }

    [Fact]
    public async Task Diagnosis_NoCauseIsFound_SaysThatTheSystemIsHealthy()
    {
        await using var page = await RunningPage.StartAsync(
            controls: null,
            Snapshots.Span("quick", "root", null, 1_000, 52),
            Snapshots.Span(
                "quick", "call", "root", 1_001, 50, (SpanRecord.CosmosCall, "data"), (SpanRecord.StatusCode, "200"),
                (SpanRecord.RequestDurationMs, "50"), (SpanRecord.PartitionKeyRangeId, "0")));
        page.Feed.Publish(Calm);

        var answer = await page.Client.GetFromJsonAsync<LiveExplanation>("api/diagnosis", TestContext.Current.CancellationToken);

        Assert.StartsWith("Healthy. No known cause limits this run.", answer?.Verdict);
        Assert.Empty(answer!.Findings);
    }

    [Fact]
    public async Task Diagnosis_AskedTwiceInASecond_IsFoundOnce()
    {
        var (found, token) = (0, TestContext.Current.CancellationToken);
        var feed = new LiveFeed(controls: null, TimeProvider.System);
        var telemetry = new LiveTelemetry(
            () =>
            {
                found++;
                return SerialQueries(1_000);
            },
            () => []);
        await using var server = await LiveServer.StartAsync(0, feed, telemetry, controls: null, token);
        using var client = new HttpClient { BaseAddress = server.Address };

        feed.Publish(Calm);
        var first = await client.GetStringAsync("api/diagnosis", token);
        Assert.Equal(first, await client.GetStringAsync("api/diagnosis", token));
        Assert.Equal(1, found);

        feed.Publish(Calm with { Time = Snapshots.At(31).Time });
        await client.GetStringAsync("api/diagnosis", token);
        Assert.Equal(2, found);
    }

    private static SpanRecord[] SerialQueries(double startMs) =>
        [.. Enumerable.Range(0, 20).SelectMany(number => Trace($"serial{number}", startMs + (number * 10), calls: 5))];

    private static IEnumerable<SpanRecord> Trace(string id, double startMs, int calls) =>
        Enumerable.Range(0, calls)
            .Select(call => Snapshots.Span(
                id, $"{id}/{call}", $"{id}/root", startMs + 2 + (call * 60), 50 + call,
                (SpanRecord.CosmosCall, "data"),
                (SpanRecord.StatusCode, "200"),
                (SpanRecord.RequestDurationMs, "49"),
                (SpanRecord.PartitionKeyRangeId, call.ToString(CultureInfo.InvariantCulture))))
            .Prepend(Snapshots.Span(id, $"{id}/root", null, startMs, 10 + (calls * 60)));
}
