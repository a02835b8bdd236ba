using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>
/// Thresholds in k6's words, by the metric that they look at. As here, one on latency counts every failure as exceeding it.
/// </summary>
internal static class K6Thresholds
{
    public const string Latency = "latency";
    public const string Successes = "successes";
    public const string Errors = "errors";

    /// <summary>What a failure adds to <see cref="Latency"/>, in ms: a day, since k6 has no infinite one.</summary>
    public const int FailedMs = 86_400_000;

    // k6's own metrics have the warm-up in them, unless they are asked for one scenario.
    private const string Dropped = "dropped_iterations{scenario:" + K6Scenarios.Measured + "}";
    private const string Failed = "http_req_failed{scenario:" + K6Scenarios.Measured + "}";
    private const string DroppedName = "dropped";

    /// <param name="duration">Of the measured load. k6 divides by the whole test's time, warm-up included: a rate becomes a
    /// number.</param>
    /// <exception cref="FormatException">k6 does not count what one of them is about.</exception>
    public static IEnumerable<IGrouping<string, string>> Group(IReadOnlyList<Threshold> thresholds, TimeSpan duration) =>
        thresholds.Select(threshold => One(threshold, duration)).GroupBy(each => each.Metric, each => each.Expression);

    private static (string Metric, string Expression) One(Threshold threshold, TimeSpan duration)
    {
        var sign = Sign(threshold.Operator);
        return (threshold.Figure, threshold.Unit) switch
        {
            ("mean", _) => (Latency, $"avg{sign}{PlainNumber.Format(threshold.Limit / 1_000)}"),
            ("max", _) => (Latency, $"max{sign}{PlainNumber.Format(threshold.Limit / 1_000)}"),
            (_, LimitUnit.Microseconds) =>
                (Latency, $"p({threshold.Figure[1..]}){sign}{PlainNumber.Format(threshold.Limit / 1_000)}"),
            (_, LimitUnit.PerSecond) => (Successes, $"count{sign}{PlainNumber.Format(threshold.Limit * duration.TotalSeconds)}"),
            (Errors, LimitUnit.Share) => (Failed, $"rate{sign}{PlainNumber.Format(threshold.Limit)}"),
            (Errors, _) => (Errors, $"count{sign}{PlainNumber.Format(threshold.Limit)}"),
            (DroppedName, LimitUnit.Count) => (Dropped, $"count{sign}{PlainNumber.Format(threshold.Limit)}"),
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
}
