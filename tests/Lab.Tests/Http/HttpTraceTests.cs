using System.Diagnostics;
using DroneDelivery.Lab.Tests.Collection;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Http;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>The trace context of requests, and the telemetry that the service sends.</summary>
public sealed class HttpTraceTests : ServedTests
{
    [Fact]
    public async Task Http_Request_CarriesTheSampledTraceOfItsRecordAsync()
    {
        await SendItemsAsync();

        var requests = (await ReadAsync()).Samples.Requests;
        var header = Server.LastHeaders["traceparent"];
        Assert.Matches("^00-[0-9a-f]{32}-[0-9a-f]{16}-01$", header);
        Assert.Contains(header[3..35], requests.Select(request => request.TraceId));
    }

    [Fact]
    public async Task Http_OwnTraceparent_IsKeptAsync()
    {
        const string own = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

        await SendItemsAsync("-H", $"Traceparent: {own}");

        Assert.Equal(own, Server.LastHeaders["traceparent"]);
    }

    [Fact]
    public async Task Http_NoTrace_SendsNoneAsync()
    {
        await SendItemsAsync("--no-trace");

        Assert.DoesNotContain("traceparent", Server.LastHeaders.Keys);
        Assert.Empty((await ReadAsync()).Samples.Requests);
    }

    [Fact]
    public async Task Http_StepsOfAJourney_CarryTheTraceOfTheirIterationAsync()
    {
        var journey = Write("shop.json", $$"""
            { "base": "{{Server.Address}}", "journeys": [{ "steps": [{ "url": "/items", "method": "POST" }] }] }
            """);

        await HttpAsync("--journey", journey, "--users", "1", "-n", "5");

        Assert.Contains(
            Server.LastHeaders["traceparent"][3..35], (await ReadAsync()).Samples.Requests.Select(request => request.TraceId));
    }

    // The service exports by OpenTelemetry's SDK before it answers, so no export can come too late.
    [Fact]
    public async Task Otlp_ServiceThatExports_SpansAreInTheFolderWithTheirRequestsAsync()
    {
        var endpoint = new TaskCompletionSource<Uri>();
        Server.BeforeAnswer = async context =>
        {
            var parent = ActivityContext.Parse(context.Request.Headers["traceparent"].ToString(), null);
            using var service = new ExportingService(await endpoint.Task, "shop");
            service.Start("GET /", ActivityKind.Server, parent).Stop();
            service.ExportAll();
        };

        var said = await RunAsync(line =>
        {
            if (line.StartsWith("Receiving", StringComparison.Ordinal))
            {
                endpoint.SetResult(new Uri(line.Split("ENDPOINT=")[1].Split(' ')[0]));
            }
        });

        var data = await ReadAsync();
        var parts = LatencyBreakdown.FromSamples(data.Samples);
        Assert.NotEmpty(data.Samples.Spans);
        Assert.All(data.Samples.Spans, span => Assert.Equal("shop", span.Service));
        Assert.Equal(data.Record.Load.Successful, parts.Count);
        Assert.DoesNotContain(said, line => line.StartsWith("No span", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Otlp_NoSpanArrives_SaysWhatToSetAsync()
    {
        var said = await RunAsync(_ => { });

        Assert.Matches(
            "^No span of a measured request arrived .* OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:[0-9]+ "
            + "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
            said[^1]);
    }

    [Fact]
    public async Task Otlp_PortIsTaken_SaysHowToChooseAnotherAsync()
    {
        var port = new Uri(Server.Address).Port;

        var error = await Assert.ThrowsAsync<LabException>(() => HttpAsync(Server.Address, "--for", "60s", "--otlp", $"{port}"));

        Assert.Equal(
            $"No telemetry can be received: port {port} of 127.0.0.1 is taken, perhaps by a collector. Stop that program, or "
            + "choose another port with --otlp PORT.",
            error.Message);
    }

    /// <summary>A number of requests: a busy machine can let a short time pass before the first one.</summary>
    private Task SendItemsAsync(params string[] options) => HttpAsync(
        ["POST", $"{Server.Address}/items", "--users", "1", "-n", "5", .. options]);

    private Task<RunData> ReadAsync() => WrittenRun().ReadAsync(TestContext.Current.CancellationToken);

    /// <summary>With a receiver on any free port, and almost no wait after the load.</summary>
    private async Task<IReadOnlyList<string>> RunAsync(Action<string> heard)
    {
        var users = new ClosedLoopProfile(
            [LoadStep.Endless(1)], ThinkTime.None, TimeSpan.Zero, 1, SimulatedRoundTrip.None, Seed: 1)
        {
            Requests = 5,
        };
        var plan = new HttpPlan(
            new OneRequest(PreparedRequest.Get(new Uri(Server.Address))) { IsTraced = true },
            new HttpLoadOptions(),
            new LoadShape("one user", users))
        {
            Collection = new HttpCollection(OtlpPort: 0, []) { LastExport = TimeSpan.FromMilliseconds(1) },
        };
        var said = new List<string>();
        var run = new HttpLoadRun(
            plan,
            (_, load) => load,
            line =>
            {
                said.Add(line);
                heard(line);
            },
            TimeProvider.System);
        await run.RunAsync(In("runs/session"), "http", TestContext.Current.CancellationToken);
        return said;
    }
}
