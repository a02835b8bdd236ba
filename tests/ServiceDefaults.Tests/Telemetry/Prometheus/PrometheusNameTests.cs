using DroneDelivery.ServiceDefaults.Telemetry.Prometheus;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry.Prometheus;

public sealed class PrometheusNameTests
{
    [Theory]
    [InlineData("http.server.request.duration", "s", "histogram", "http_server_request_duration_seconds")]
    [InlineData("dotnet.gc.pause.time", "s", "counter", "dotnet_gc_pause_time_seconds_total")]
    [InlineData("dotnet.process.memory.working_set", "By", "gauge", "dotnet_process_memory_working_set_bytes")]
    [InlineData("kestrel.active_connections", "{connection}", "gauge", "kestrel_active_connections")]
    [InlineData("disk.speed", "By/s", "gauge", "disk_speed_bytes_per_second")]
    [InlineData("calls", "{call}/s", "gauge", "calls_per_second")]
    [InlineData("pool.use", "1", "gauge", "pool_use_ratio")]
    [InlineData("retries", "1", "counter", "retries_total")]
    [InlineData("retries_total", "", "counter", "retries_total")]
    [InlineData("sent_bytes_total", "By", "counter", "sent_bytes_total")]
    [InlineData("wait_seconds", "s", "histogram", "wait_seconds")]
    [InlineData("pages", "page", "gauge", "pages_page")]
    [InlineData("2nd--try", "", "gauge", "_2nd_try")]
    public void Name_OfInstrument_HasUnitAndTotalAsSuffix(string name, string unit, string type, string expected)
    {
        Assert.Equal(expected, PrometheusName.FromInstrument(name, unit, type));
    }
}
