using System.Buffers.Binary;
using DroneDelivery.Lab.Tests.Collection;
using DroneDelivery.LoadTests.Lab;

namespace DroneDelivery.Lab.Tests.Import;

/// <summary>Traces and metrics of services, from OTLP and from Application Insights.</summary>
public sealed class TelemetryFilesTests : IDisposable
{
    private readonly ImportedFiles _files = new();

    public void Dispose() => _files.Dispose();

    [Fact]
    public async Task Otlp_LinesAndOneObject_AreSpansMetricsAndRequestsOfTheEntryServiceAsync()
    {
        var (_, run, output) = await _files.ImportAsync(
            ImportedFiles.Sample("otlp-traces.json"), ImportedFiles.Sample("otlp-metrics.json"));

        var load = run.Record.Load;
        Assert.Equal((12, 11, 1), (load.Sent, load.Successful, load.ClientErrors));
        Assert.Equal((49, 12), (run.Samples.Spans.Count, run.Samples.Requests.Count));
        var retried = run.Samples.Spans.Where(span => span.TraceId == "4bf92f3577b34da6a3ce929d0e0e4707").ToList();
        Assert.Equal(5, retried.Count);
        Assert.Equal("00f067aa0ba90207", retried[0].SpanId);
        Assert.Equal(["delivery", "gateway"], run.Samples.Spans.Select(span => span.Service).Distinct().Order());
        Assert.Equal((900, "arrival at the service"), (load.Latency.MaxMs, run.Record.LatencyFrom));
        Assert.Equal([104857600, 105906176, 4, 0.42], run.Samples.Metrics.Select(sample => sample.Value));
        Assert.Contains("otlp-traces.json: logs, 1 line\n", output.ReplaceLineEndings("\n"));
        Assert.Contains("otlp-traces.json: unreadable, 1 line, the first is line 5: ", output);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Otlp_Protobuf_IsOneMessageOrSeveralAfterTheirLengthsAsync(bool isPrefixed)
    {
        // A server span of 50 ms; the start and end are fields 7 and 8, of 64 bits.
        byte[] message = TraceMessages.WithSpan(
            [(6 << 3) | 0, 2], [(7 << 3) | 1, .. Number(1_000_000_000)], [(8 << 3) | 1, .. Number(1_050_000_000)]);
        byte[] length = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(length, message.Length);

        var (_, run, _) = await _files.ImportAsync(_files.Write("traces.bin", isPrefixed ? [.. length, .. message] : message));

        Assert.Equal((1, 50), (run.Record.Load.Sent, run.Record.Load.Latency.MaxMs));
        Assert.Equal("0102030405060708090a0b0c0d0e0f10", Assert.Single(run.Samples.Spans).TraceId);

        static byte[] Number(long nanoseconds)
        {
            var bytes = new byte[8];
            BinaryPrimitives.WriteInt64LittleEndian(bytes, nanoseconds);
            return bytes;
        }
    }

    /// <summary>A caller that sends trace context and no spans: the request's span has a parent that no file has.</summary>
    [Fact]
    public async Task Otlp_ParentIsInNoFile_StillIsARequestAsync()
    {
        var text = await File.ReadAllTextAsync(ImportedFiles.Sample("otlp-traces.json"), TestContext.Current.CancellationToken);
        var called = System.Text.RegularExpressions.Regex.Replace(
            text, "\"spanId\":\"00f067aa0ba902(..)\",", "\"spanId\":\"00f067aa0ba902$1\",\"parentSpanId\":\"00f067aa0ba901$1\",");

        var (_, run, _) = await _files.ImportAsync(_files.Write("called.json", called));

        Assert.Equal(12, run.Record.Load.Sent);
    }

    [Fact]
    public async Task ApplicationInsights_TablesOfAClassicResource_AreTracesAndWeightedRequestsAsync()
    {
        var (_, run, output) = await _files.ImportAsync(
            ImportedFiles.Sample("app-insights-requests.csv"), ImportedFiles.Sample("app-insights-dependencies.csv"),
            ImportedFiles.Sample("app-performance-counters.csv"));

        var load = run.Record.Load;
        Assert.Equal((40, 35, 5), (load.Sent, load.Successful, load.ClientErrors));
        Assert.Equal(0.2, run.Record.Manifest.Import!.SampledShare);
        Assert.Equal(new DateTimeOffset(2026, 11, 26, 9, 12, 33, TimeSpan.Zero), run.Record.Manifest.StartedAt);
        var slow = run.Samples.Spans.Where(span => span.TraceId == "8bf92f3577b34da6a3ce929d0e0e4706").ToList();
        Assert.Equal(["server", "client", "server", "client", "client"], slow.Select(span => span.Kind));
        Assert.Equal("GET Invoices/Get [id, month]", slow[0].Name);
        Assert.Null(slow[0].ParentSpanId);
        Assert.Equal(slow[0].SpanId, slow[1].ParentSpanId);
        Assert.Equal(("429", "azure.cosmosdb", true), (
            slow[3].Attributes["http.response.status_code"], slow[3].Attributes["db.system.name"], slow[3].Failed));
        Assert.Equal("http://delivery.internal/deliveries/6?from=1,2", slow[1].Attributes["url.full"]);
        Assert.Equal(("% Processor Time", 42.5), (run.Samples.Metrics[0].Name, run.Samples.Metrics[0].Value));
        Assert.Contains("sampling   the source kept 20 % of the requests", output);
        Assert.Contains("unreadable, 1 line, the first is line 19: The row has no id, or no operation id.", output);
    }

    [Fact]
    public async Task ApplicationInsights_TableOfAWorkspace_HasItsNamesTimeZoneAndHierarchicalIdsAsync()
    {
        var (_, run, _) = await _files.ImportAsync(ImportedFiles.Sample("app-requests-workspace.csv"));

        Assert.Equal(3, run.Record.Load.Sent);
        Assert.Null(run.Record.Manifest.Import!.SampledShare);
        Assert.Equal(new DateTimeOffset(2026, 11, 26, 9, 12, 30, 500, TimeSpan.Zero), run.Record.Manifest.StartedAt);
        Assert.Equal(["20f067aa0ba90200", "20f067aa0ba90201", "20f067aa0ba90202"], run.Samples.Spans.Select(span => span.SpanId));
        Assert.Equal("/invoices/{id}", run.Samples.Spans[0].Attributes["http.route"]);
    }

    [Fact]
    public async Task ApplicationInsights_LocalTime_IsRefusedAsync()
    {
        var file = _files.Write("local.csv",
            "timestamp [Local Time],id,operation_Id,operation_ParentId,name,duration,success,resultCode,cloud_RoleName\n");

        var error = await Assert.ThrowsAsync<LabException>(() => _files.RunAsync(file));

        Assert.Contains("Set the time zone of the query results to UTC", error.Message);
    }
}
