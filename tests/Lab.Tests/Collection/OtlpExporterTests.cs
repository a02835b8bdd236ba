using System.Diagnostics;
using System.Diagnostics.Metrics;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace DroneDelivery.Lab.Tests.Collection;

/// <summary>The exporter that the services use, over a real socket.</summary>
public sealed class OtlpExporterTests
{
    [Fact]
    public async Task Exporter_ParentAndClientSpan_ArriveWithTheirTreeTimesAndStatus()
    {
        await using var running = await RunningReceiver.StartAsync();
        var start = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).AddTicks(6_789);
        using var service = new ExportingService(running.Receiver.Endpoint, "gateway");

        using var server = service.Start("GET /api/invoices/{ownerId}", ActivityKind.Server, default, start);
        using var client = service.Start("GET", ActivityKind.Client, server.Context, start.AddMilliseconds(2));
        client.SetStatus(ActivityStatusCode.Error, "timed out");
        client.SetEndTime(start.AddMilliseconds(7)).Stop();
        server.SetEndTime(start.AddMilliseconds(10.5)).Stop();
        service.ExportAll();

        var spans = running.Store.Snapshot();
        Assert.Equal(["GET /api/invoices/{ownerId}", "GET"], spans.Select(span => span.Name));
        Assert.Equal(["server", "client"], spans.Select(span => span.Kind));
        Assert.Equal([false, true], spans.Select(span => span.Failed));
        Assert.Equal([null, server.SpanId.ToHexString()], spans.Select(span => span.ParentSpanId));
        Assert.Equal([10_500_000, 5_000_000], spans.Select(span => span.DurationNanoseconds));
        Assert.Equal((start - DateTime.UnixEpoch).Ticks * 100, spans[0].StartNanoseconds);
        Assert.All(spans, span => Assert.Equal((server.TraceId.ToHexString(), "gateway"), (span.TraceId, span.Service)));
    }

    [Theory]
    [InlineData("0", "0")]
    [InlineData(3.36, "3.36")]
    [InlineData(48.0, "48")]
    [InlineData(429, "429")]
    [InlineData(-1L, "-1")]
    [InlineData(true, "true")]
    [InlineData(new[] { "a", "b\"" }, """["a","b\u0022"]""")]
    [InlineData(new[] { 1.5, 2.0 }, "[1.5,2]")]
    public async Task Exporter_Attribute_ArrivesAsInvariantText(object value, string expected)
    {
        await using var running = await RunningReceiver.StartAsync();
        using var service = new ExportingService(running.Receiver.Endpoint, "delivery");

        service.Start("call", ActivityKind.Client).SetTag("the.value", value).Stop();
        service.ExportAll();

        Assert.Equal(expected, Assert.Single(running.Store.Snapshot()).Attributes["the.value"]);
    }

    [Fact]
    public async Task Exporter_TwoServicesInOneTrace_BothPartsKept()
    {
        await using var running = await RunningReceiver.StartAsync();
        using var gateway = new ExportingService(running.Receiver.Endpoint, "gateway");
        using var delivery = new ExportingService(running.Receiver.Endpoint, "delivery");

        var outer = gateway.Start("outer", ActivityKind.Client);
        delivery.Start("inner", ActivityKind.Server, outer.Context).Stop();
        delivery.ExportAll();
        outer.Stop();
        gateway.ExportAll();

        var spans = running.Store.Snapshot();
        Assert.Equal([("gateway", "outer"), ("delivery", "inner")], spans.Select(span => (span.Service, span.Name)));
        Assert.Equal(1, running.Store.Counts.TracesReceived);
    }

    [Fact]
    public async Task Exporter_CounterGaugeAndHistogram_ArriveWithTheirValuesAndAttributes()
    {
        await using var running = await RunningReceiver.StartAsync();
        using var meter = new Meter("lab.tests." + Guid.NewGuid());
        using var metrics = MetricsOf(meter, running.Receiver.Endpoint, "gateway");

        meter.CreateCounter<long>("deliveries").Add(3, new("status", 200), new("owner", "a"));
        meter.CreateObservableGauge("heap.size", () => 1.5);
        meter.CreateHistogram<double>("duration").Record(0.25);
        meter.CreateHistogram<double>("duration").Record(0.5);
        Assert.True(metrics.ForceFlush());

        var samples = running.Metrics.Snapshot();
        Assert.Equal(
            [
                ("deliveries", "owner=a,service.instance.id=one,status=200", 3),
                ("duration.count", "service.instance.id=one", 2), ("duration.sum", "service.instance.id=one", 0.75),
                ("heap.size", "service.instance.id=one", 1.5),
            ],
            samples.OrderBy(sample => sample.Name).Select(sample => (sample.Name, sample.Attributes, sample.Value)));
        Assert.All(samples, sample => Assert.Equal("gateway", sample.Service));
    }

    private static MeterProvider MetricsOf(Meter meter, Uri receiver, string service) =>
        Sdk.CreateMeterProviderBuilder()
            .AddMeter(meter.Name)
            .ConfigureResource(resource => resource.AddService(service, serviceInstanceId: "one"))
            .AddOtlpExporter(options =>
            {
                options.Protocol = OtlpExportProtocol.HttpProtobuf;
                options.Endpoint = new Uri(receiver, "v1/metrics");
                options.TimeoutMilliseconds = 100_000;
            })
            .Build();
}
