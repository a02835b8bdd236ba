using System.Globalization;
using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>Thresholds in k6's words, by the metric that they look at.</summary>
internal static class K6Thresholds
{
    public const string Latency = "latency";
    public const string Successes = "successes";
    public const string Errors = "errors";

    // k6's own metrics have the warm-up in them, unless they are asked for one scenario.
    private const string Dropped = "dropped_iterations{scenario:" + K6Scenarios.Measured + "}";
    private const string Failed = "http_req_failed{scenario:" + K6Scenarios.Measured + "}";
    private const string ErrorsName = "errors";
    private const string DroppedName = "dropped";

    /// <exception cref="FormatException">k6 does not count what one of them is about.</exception>
    public static IEnumerable<IGrouping<string, string>> Of(IReadOnlyList<Threshold> thresholds) =>
        thresholds.Select(One).GroupBy(each => each.Metric, each => each.Expression);

    private static (string Metric, string Expression) One(Threshold threshold)
    {
        var sign = Sign(threshold.Operator);
        return (threshold.Figure, threshold.Unit) switch
        {
            ("mean", _) => (Latency, $"avg{sign}{Number(threshold.Limit / 1_000)}"),
            ("max", _) => (Latency, $"max{sign}{Number(threshold.Limit / 1_000)}"),
            (_, LimitUnit.Microseconds) => (Latency, $"p({threshold.Figure[1..]}){sign}{Number(threshold.Limit / 1_000)}"),
            (_, LimitUnit.PerSecond) => (Successes, $"rate{sign}{Number(threshold.Limit)}"),
            (ErrorsName, LimitUnit.Share) => (Failed, $"rate{sign}{Number(threshold.Limit)}"),
            (ErrorsName, _) => (Errors, $"count{sign}{Number(threshold.Limit)}"),
            (DroppedName, LimitUnit.Count) => (Dropped, $"count{sign}{Number(threshold.Limit)}"),
            _ => throw new FormatException(
                $"k6 has no figure for {threshold}: it knows percentiles, mean, max, rate, errors, and the number dropped."),
        };
    }

    private static string Sign(ThresholdOperator comparison) => comparison switch
    {
        ThresholdOperator.Less => "<",
        ThresholdOperator.AtMost => "<=",
        ThresholdOperator.Greater => ">",
        ThresholdOperator.AtLeast => ">=",
        _ => "==",
    };

    private static string Number(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);
}
