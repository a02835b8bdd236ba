using System.Net;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.Collection;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Exports;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Lab.Tests.Exports;

public sealed class OtlpExportTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 5, 6, 7, 8, 9, TimeSpan.Zero);

    private readonly StoredRuns _runs = new();
    private readonly ManualTimeProvider _time = new(Now);

    public void Dispose() => _runs.Dispose();

    [Fact]
    public async Task Otlp_Run_ArrivesWithTheSameSpans()
    {
        await using var running = await RunningReceiver.StartAsync();
        List<SpanRecord> spans = [.. Trace(1), .. Trace(2)];

        var run = await ExportAsync(running.Receiver.Endpoint, await WriteAsync("a", spans));

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.StartsWith($"Sent 4 spans of 2 traces to {running.Receiver.Endpoint}v1/traces.", run.Output);
        Assert.Equal(Facts(spans), Facts(running.Store.Snapshot()));
    }

    [Fact]
    public async Task Otlp_FolderOfASuite_SendsTheTracesOfAllRunsAndNoMoreThanTheLimit()
    {
        await using var running = await RunningReceiver.StartAsync();
        await WriteAsync("b", [.. Trace(3), .. Trace(1)]);
        await WriteAsync("c", [.. Trace(2)]);

        await ExportAsync(running.Receiver.Endpoint, _runs.Path, "--limit", "2");

        Assert.Equal(Facts([.. Trace(1), .. Trace(2)]), Facts(running.Store.Snapshot()));
    }

    /// <summary>Tests of a suite have the same seed.</summary>
    [Fact]
    public async Task Otlp_RunsWithTheSameTraceIds_ArriveAsTracesOfTheirOwn()
    {
        await using var running = await RunningReceiver.StartAsync();
        await WriteAsync("b", Trace(1));
        await WriteAsync("c", [.. Trace(1).Select(span => span with { StartNanoseconds = 60 * span.StartNanoseconds })]);

        var run = await ExportAsync(running.Receiver.Endpoint, _runs.Path);

        Assert.StartsWith("Sent 4 spans of 2 traces to ", run.Output);
        var traces = running.Store.Snapshot().GroupBy(span => span.TraceId).ToList();
        Assert.Equal([2, 2], traces.Select(trace => trace.Count()));
        Assert.Contains(Trace(1)[0].TraceId, traces.Select(trace => trace.Key));
    }

    [Fact]
    public async Task Otlp_Now_EndsTheLastSpanNowAndKeepsTheDistances()
    {
        await using var running = await RunningReceiver.StartAsync();

        await ExportAsync(running.Receiver.Endpoint, await WriteAsync("a", [.. Trace(1), .. Trace(2)]), "--now");

        var ends = running.Store.Snapshot().Select(span => span.StartNanoseconds + span.DurationNanoseconds).Order().ToList();
        Assert.Equal(Now.ToUnixTimeMilliseconds() * 1_000_000, ends[^1]);
        Assert.Equal(1_000_000_000, ends[^1] - ends[1]);
    }

    [Fact]
    public async Task Otlp_IdsOfAnotherForm_KeepParentsAndChildrenTogether()
    {
        await using var running = await RunningReceiver.StartAsync();
        SpanRecord[] trace = [.. Trace(1).Select(span => span with
        {
            TraceId = "trace 1", SpanId = $"{span.SpanId}/x", ParentSpanId = $"{span.ParentSpanId}/x",
        })];

        await ExportAsync(running.Receiver.Endpoint, await WriteAsync("a", trace));

        var spans = running.Store.Snapshot();
        Assert.Single(spans.Select(span => span.TraceId).Distinct());
        Assert.Equal(1, spans.Count(span => spans.Any(parent => parent.SpanId == span.ParentSpanId)));
    }

    [Fact]
    public async Task Otlp_ReceiverIsBusy_SendsTheSameMessageAgainWithItsHeaders()
    {
        List<string> seen = [];
        await using var receiver = await StubAsync((request, number) =>
        {
            seen.Add($"{request.Path}{request.QueryString} {request.Headers["x-api-key"]} {request.ContentLength}");
            request.HttpContext.Response.Headers.RetryAfter = "0";
            return number < 3 ? HttpStatusCode.TooManyRequests : HttpStatusCode.OK;
        });

        var run = await ExportAsync(
            new Uri(receiver.Urls.Single() + "/intake?key=hidden"), await WriteAsync("a", Trace(1)),
            "--header", "x-api-key: hidden");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(3, seen.Count);
        Assert.All(seen, request => Assert.Equal(seen[0], request));
        Assert.StartsWith("/intake?key=hidden hidden ", seen[0]);
        Assert.DoesNotContain("hidden", run.Output + run.Error);
    }

    [Theory]
    [InlineData(HttpStatusCode.ServiceUnavailable, 5, "asked 5 times")]
    [InlineData(HttpStatusCode.Unauthorized, 1, "--header")]
    [InlineData(HttpStatusCode.NotFound, 1, "--to")]
    [InlineData(HttpStatusCode.BadRequest, 1, "HTTP 400")]
    public async Task Otlp_ReceiverRefuses_SaysWhatToDo(HttpStatusCode status, int attempts, string hint)
    {
        var seen = 0;
        await using var receiver = await StubAsync((request, number) =>
        {
            request.HttpContext.Response.Headers.RetryAfter = "0";
            seen = number;
            return status;
        });
        var folder = await WriteAsync("a", Trace(1));

        var failure = await Assert.ThrowsAsync<LoadTests.Lab.LabException>(
            () => ExportAsync(new(receiver.Urls.Single()), folder));

        Assert.Contains(hint, failure.Message);
        Assert.Equal(attempts, seen);
    }

    [Fact]
    public async Task Otlp_NothingListens_SaysSo()
    {
        var running = await RunningReceiver.StartAsync();
        var endpoint = running.Receiver.Endpoint;
        await running.DisposeAsync();
        var folder = await WriteAsync("a", Trace(1));

        var failure = await Assert.ThrowsAsync<LoadTests.Lab.LabException>(() => ExportAsync(endpoint, folder));

        Assert.StartsWith($"Nothing listens at {endpoint.Authority}", failure.Message);
    }

    [Theory]
    [InlineData("--to http://192.0.2.1:4318", "not this machine")]
    [InlineData("--to jaeger", "no http or https address")]
    [InlineData("--header x", "--header takes")]
    [InlineData("--limit 0", "--limit")]
    public async Task Otlp_WrongOption_IsRefused(string options, string fault)
    {
        var run = await CommandRun.RunAsync(ExportCommand.Create(_time), ["otlp", "folder", .. options.Split(' ', 2)]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(fault, run.Error);
    }

    [Fact]
    public async Task Otlp_RunWithoutTraces_SaysSo()
    {
        var folder = await WriteAsync("a", []);

        var failure = await Assert.ThrowsAsync<LoadTests.Lab.LabException>(() => ExportAsync(new("http://127.0.0.1:1"), folder));

        Assert.EndsWith("holds no traces.", failure.Message);
    }

    [Theory]
    [InlineData(1, 1, 1)]
    [InlineData(2, 1, 1.5)]
    [InlineData(2, 0.5, 0.75)]
    [InlineData(5, 1, 5)]
    public void Backoff_NoTimeIsAskedFor_GrowsToFiveSeconds(int attempt, double draw, double seconds)
    {
        using var client = new HttpClient();
        var sender = new OtlpSender(client, new("http://127.0.0.1:1"), _time);

        Assert.Equal(TimeSpan.FromSeconds(seconds), sender.Backoff(attempt, null, draw));
        Assert.Equal(TimeSpan.FromSeconds(9), sender.Backoff(attempt, new(TimeSpan.FromSeconds(9)), draw));
        Assert.Equal(TimeSpan.FromSeconds(3), sender.Backoff(attempt, new(Now.AddSeconds(3)), draw));
    }

    private Task<CommandRun> ExportAsync(Uri to, string folder, params string[] options) =>
        CommandRun.RunAsync(ExportCommand.Create(_time), ["otlp", folder, "--to", to.OriginalString, .. options]);

    private async Task<string> WriteAsync(string name, IReadOnlyList<SpanRecord> spans)
    {
        var folder = new RunFolder(_runs.In(name));
        var samples = RunSamples.None with { Spans = spans };
        await folder.WriteAsync(SampleRecords.Run, samples, TestContext.Current.CancellationToken);
        return folder.Path;
    }

    /// <summary>A server span and the failed call in it, a second after those of the number before.</summary>
    private static SpanRecord[] Trace(int number)
    {
        var attributes = new Dictionary<string, string>
        {
            ["http.response.status_code"] = "503", ["share"] = "0.25", ["cached"] = "true", ["zip"] = "01234", ["name"] = "x y",
        };
        var server = new SpanRecord(number * 1_000_000_000L, 50_000_000, Failed: false, new Dictionary<string, string>())
        {
            TraceId = $"{number:x32}", SpanId = "00000000000000aa", ParentSpanId = "00000000000000ff", Service = "shop",
            Name = "GET /a", Kind = "server",
        };
        return
        [
            server,
            new SpanRecord(server.StartNanoseconds + 1, 7_000_000, Failed: true, attributes)
            {
                TraceId = server.TraceId, SpanId = "00000000000000ab", ParentSpanId = server.SpanId, Service = "stock",
                Name = "GET", Kind = "client",
            },
        ];
    }

    private static IEnumerable<string> Facts(IEnumerable<SpanRecord> spans) => spans
        .OrderBy(span => span.StartNanoseconds)
        .Select(span => string.Join(' ', span.TraceId, span.SpanId, span.ParentSpanId, span.Service, span.Name, span.Kind,
            span.StartNanoseconds, span.DurationNanoseconds, span.Failed, string.Join(' ', span.Attributes.OrderBy(a => a.Key))));

    private static async Task<WebApplication> StubAsync(Func<HttpRequest, int, HttpStatusCode> answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseSetting("urls", "http://127.0.0.1:0");
        var app = builder.Build();
        var number = 0;
        app.Run(context =>
        {
            context.Response.StatusCode = (int)answer(context.Request, ++number);
            return Task.CompletedTask;
        });
        await app.StartAsync(TestContext.Current.CancellationToken);
        return app;
    }
}
