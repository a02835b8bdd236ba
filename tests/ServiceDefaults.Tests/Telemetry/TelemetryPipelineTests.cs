using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry;

/// <summary>Alone: a pipeline also hears the spans of other services in this process.</summary>
[Collection(AloneCollection.Name)]
public sealed class TelemetryPipelineTests
{
    [Fact]
    public async Task Telemetry_ServiceStops_SpansAndMetricsAreSentBefore()
    {
        await using var collector = await Collector.StartAsync();

        await CallAsync(collector.Settings(), "/things/7");

        Assert.Contains("GET /things/{id}", collector.Traces);
        Assert.Contains("service.name", collector.Traces);
        Assert.Contains("sample", collector.Traces);
        Assert.Contains("http.server.request.duration", collector.Metrics);
    }

    [Fact]
    public async Task Metrics_OfAService_AreOfRequestsConnectionsAndRuntime()
    {
        await using var collector = await Collector.StartAsync();

        await CallAsync(collector.Settings(), $"/relay?to={Uri.EscapeDataString(collector.Address)}");

        string[] expected =
        [
            "http.server.request.duration", "http.client.request.duration", "http.client.request.time_in_queue",
            "http.client.open_connections", "kestrel.active_connections", "kestrel.connection.duration",
            "dotnet.process.cpu.time", "dotnet.process.memory.working_set", "dotnet.gc.pause.time",
            "dotnet.gc.last_collection.heap.size", "dotnet.thread_pool.thread.count", "dotnet.thread_pool.queue.length",
        ];
        Assert.All(expected, name => Assert.Contains(name, collector.Metrics));
    }

    [Fact(Timeout = 300_000)]
    public async Task Metrics_ExportInterval_IsThatOfTheVariable()
    {
        await using var collector = await Collector.StartAsync();
        await using var service = await TestService.StartAsync(settings: collector.Settings(interval: "50"));

        await collector.ProcessorTime.WaitAsync(TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task Telemetry_NobodyTraces_RequestsHaveNoActivity()
    {
        await using var service = await TestService.StartAsync(
            builder => builder.Logging.AddConsole(), app => app.MapGet("/activity", () => Activity.Current?.Id ?? "none"));

        Assert.Equal("none", await service.Client.GetStringAsync("/activity", TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData(null, false)]
    [InlineData("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00", false)]
    [InlineData("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true)]
    public async Task TraceRatio_Zero_OnlyRequestsThatTheirCallerTracesAreSent(string? traceParent, bool sent)
    {
        await using var collector = await Collector.StartAsync();
        var settings = collector.Settings();
        settings["Telemetry:TraceRatio"] = "0";

        await CallAsync(settings, "/things/7", traceParent);

        Assert.Equal(sent, collector.Traces.Contains("GET /things/{id}", StringComparison.Ordinal));
        Assert.Contains("http.server.request.duration", collector.Metrics);
    }

    [Theory]
    [InlineData("10")]
    [InlineData("-0.1")]
    [InlineData("NaN")]
    public async Task TraceRatio_OutOfRange_StartFailsAndNamesTheFlag(string ratio)
    {
        var failure = await Assert.ThrowsAsync<OptionsValidationException>(
            () => TestService.StartAsync(settings: new() { ["Telemetry:TraceRatio"] = ratio }));

        Assert.Equal($"--trace-ratio must be from 0 to 1, not {ratio}.", Assert.Single(failure.Failures));
    }

    /// <summary>Calls a service, with no more of a trace than is given, and stops it, which sends what it has.</summary>
    private static async Task CallAsync(Dictionary<string, string?> settings, string path, string? traceParent = null)
    {
        await using var service = await TestService.StartAsync(
            builder => builder.Services.AddHttpClient("peer"),
            app =>
            {
                app.MapGet("/things/{id}", (int id) => id);
                app.MapGet("/relay", async (string? to, IHttpClientFactory clients) =>
                    to is null ? "" : await clients.CreateClient("peer").GetStringAsync(new Uri(to)));
            },
            settings);
        using var wire = new SocketsHttpHandler { ActivityHeadersPropagator = null };
        using var caller = new HttpClient(wire) { BaseAddress = service.Client.BaseAddress };
        caller.DefaultRequestHeaders.Add("traceparent", traceParent);
        await caller.GetStringAsync(path, TestContext.Current.CancellationToken);
    }
}
