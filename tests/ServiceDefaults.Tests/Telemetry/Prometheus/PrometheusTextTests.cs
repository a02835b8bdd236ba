using System.Diagnostics.Metrics;
using DroneDelivery.ServiceDefaults.Telemetry.Prometheus;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry.Prometheus;

public sealed class PrometheusTextTests : IDisposable
{
    private readonly Meter _meter = new($"text.{Guid.NewGuid():N}");
    private readonly PrometheusExporter _exporter = new();
    private readonly MeterProvider _provider;

    public PrometheusTextTests() => _provider = Sdk.CreateMeterProviderBuilder()
        .SetResourceBuilder(ResourceBuilder.CreateEmpty().AddAttributes([new("service.name", "sample")]))
        .AddMeter(_meter.Name)
        .AddReader(new BaseExportingMetricReader(_exporter))
        .Build();

    [Fact]
    public void Text_Counter_HasHelpTypeAndTotal()
    {
        var counter = _meter.CreateCounter<long>("retries", "{retry}", "Further attempts.\nAll of them, \\ included.");
        counter.Add(2, new("pipeline.name", "delivery"), new("handled", true));
        counter.Add(3, new("pipeline.name", "delivery"), new("handled", true));

        AssertText($$"""
            # HELP retries_total Further attempts.\nAll of them, \\ included.
            # TYPE retries_total counter
            retries_total{handled="true",otel_scope_name="{{_meter.Name}}",pipeline_name="delivery"} 5
            """);
    }

    [Fact]
    public void Text_SumThatFalls_IsAGauge()
    {
        var open = _meter.CreateUpDownCounter<int>("open.connections");
        open.Add(3);
        open.Add(-1);

        AssertText($$"""
            # TYPE open_connections gauge
            open_connections{otel_scope_name="{{_meter.Name}}"} 2
            """);
    }

    [Fact]
    public void Text_Gauge_WritesNumbersWithoutCulture()
    {
        _meter.CreateGauge<double>("load", "1").Record(0.25);

        AssertText($$"""
            # TYPE load_ratio gauge
            load_ratio{otel_scope_name="{{_meter.Name}}"} 0.25
            """);
    }

    [Fact]
    public void Text_Histogram_HasBucketsThatAddUp()
    {
        var wait = _meter.CreateHistogram(
            "wait", "s", "", null, new InstrumentAdvice<double> { HistogramBucketBoundaries = [0.1, 1] });
        wait.Record(0.05);
        wait.Record(0.5);
        wait.Record(7.5);

        AssertText($$"""
            # TYPE wait_seconds histogram
            wait_seconds_bucket{otel_scope_name="{{_meter.Name}}",le="0.1"} 1
            wait_seconds_bucket{otel_scope_name="{{_meter.Name}}",le="1"} 2
            wait_seconds_bucket{otel_scope_name="{{_meter.Name}}",le="+Inf"} 3
            wait_seconds_sum{otel_scope_name="{{_meter.Name}}"} 8.05
            wait_seconds_count{otel_scope_name="{{_meter.Name}}"} 3
            """);
    }

    [Fact]
    public void Text_LabelValues_AreEscapedAndEqualLabelsJoined()
    {
        _meter.CreateGauge<long>("odd").Record(1, new("a.b", "say \"x\\y\"\n"), new("a-b", 2));

        AssertText($$"""
            # TYPE odd gauge
            odd{a_b="2;say \"x\\y\"\n",otel_scope_name="{{_meter.Name}}"} 1
            """);
    }

    [Fact]
    public void Text_TwoInstrumentsOfOneName_AreOneFamily()
    {
        _meter.CreateGauge<long>("queue.length").Record(1, new KeyValuePair<string, object?>("of", "a"));
        _meter.CreateGauge<long>("queue_length").Record(2, new KeyValuePair<string, object?>("of", "b"));
        _meter.CreateUpDownCounter<long>("last").Add(1);

        AssertText($$"""
            # TYPE queue_length gauge
            queue_length{of="a",otel_scope_name="{{_meter.Name}}"} 1
            queue_length{of="b",otel_scope_name="{{_meter.Name}}"} 2
            # TYPE last gauge
            last{otel_scope_name="{{_meter.Name}}"} 1
            """);
    }

    [Fact]
    public void Scrape_ProviderGone_IsNull()
    {
        _provider.Dispose();

        Assert.Null(_exporter.Scrape());
    }

    public void Dispose()
    {
        _provider.Dispose();
        _exporter.Dispose();
        _meter.Dispose();
    }

    private void AssertText(string expected) => Assert.Equal(
        $"""
        # HELP target_info The resource of the metrics.
        # TYPE target_info gauge
        target_info{"{"}service_name="sample"{"}"} 1
        {expected}

        """,
        _exporter.Scrape());
}
