using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace DroneDelivery.ServiceDefaults.Telemetry.Prometheus;

/// <summary>Collects the metrics of the process on request.</summary>
[ExportModes(ExportModes.Pull)]
internal sealed class PrometheusExporter : BaseExporter<Metric>, IPullMetricExporter
{
    private const int CollectTimeoutMs = 5_000;

    private readonly Lock _gate = new();
    private string? _text;

    /// <summary>Set by the metric reader.</summary>
    public Func<int, bool>? Collect { get; set; }

    /// <summary>All metrics in the text format, or null if no reader is attached.</summary>
    public string? Scrape()
    {
        lock (_gate)
        {
            _text = null;
            return Collect?.Invoke(CollectTimeoutMs) == true ? _text : null;
        }
    }

    public override ExportResult Export(in Batch<Metric> batch)
    {
        var metrics = new List<Metric>();
        foreach (var metric in batch)
        {
            metrics.Add(metric);
        }

        _text = PrometheusText.Write(metrics, ParentProvider.GetResource());
        return ExportResult.Success;
    }
}
