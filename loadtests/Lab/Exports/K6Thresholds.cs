namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>Converts thresholds to k6 expressions, grouped by k6 metric. Every failure exceeds a latency threshold.</summary>
internal static class K6Thresholds
{
    public const string Latency = "latency";
    public const string Successes = "successes";
    public const string Errors = "errors";

    /// <summary>The value that a failure adds to <see cref="Latency"/>, in ms: one day, since k6 has no infinite value.</summary>
    public const int FailedMs = 86_400_000;

    // Built-in metrics of k6 include the warm-up, unless they are filtered by scenario.
    private const string Dropped = "dropped_iterations{scenario:" + K6Scenarios.Measured + "}";
    private const string Failed = "http_req_failed{scenario:" + K6Scenarios.Measured + "}";
    private const string DroppedName = "dropped";

    /// <param name="duration">The duration of the measured load, for rates: k6 divides by the time of warm-up and load.</param>
    /// <exception cref="FormatException">k6 has no metric for one of them.</exception>
    public static IEnumerable<IGrouping<string, string>> Group(IReadOnlyList<Threshold> thresholds, TimeSpan duration) =>
        thresholds.Select(threshold => One(threshold, duration)).GroupBy(each => each.Metric, each => each.Expression);

    private static (string Metric, string Expression) One(Threshold threshold, TimeSpan duration)
    {
        var sign = threshold.Operator.Text;
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
                $"k6 has no figure for {threshold}: it supports percentiles, mean, max, rate, errors, and the number dropped."),
        };
    }
}
