using System.Globalization;

namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>A way to run the gateway.</summary>
/// <param name="Title">What the table calls it.</param>
/// <param name="Ratio">The share of requests that are traced; 0 where only metrics are sent, null where nothing is.</param>
/// <param name="Goal">The most CPU that a request may take, as a share of what it takes without tracing.</param>
internal sealed record TraceMode(string Title, double? Ratio, double? Goal)
{
    public static readonly TraceMode None = new("no OTLP endpoint", null, null);
    public static readonly TraceMode MetricsOnly = new("metrics only", 0, null);

    public static readonly IReadOnlyList<TraceMode> All =
        [None, MetricsOnly, new("10 % of requests", 0.1, 1.10), new("every request", 1, 1.10)];

    public IEnumerable<string> Flags =>
        Ratio is { } ratio ? ["--trace-ratio", ratio.ToString(CultureInfo.InvariantCulture)] : [];
}
