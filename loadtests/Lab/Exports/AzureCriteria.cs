using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>
/// Thresholds as fail criteria of Azure Load Testing, of the measured requests: what must not be, in whole milliseconds and
/// per cent.
/// </summary>
/// <remarks>https://learn.microsoft.com/azure/load-testing/how-to-define-test-criteria</remarks>
internal static class AzureCriteria
{
    private static readonly string[] Percentiles = ["p50", "p75", "p90", "p95", "p96", "p97", "p98", "p99", "p99.9", "p99.99"];

    /// <exception cref="FormatException">There is no such criterion there.</exception>
    public static string Of(Threshold threshold) => $"{JMeterPlan.Measured}: {Condition(threshold)}";

    private static string Condition(Threshold threshold)
    {
        var below = threshold.Operator is ThresholdOperator.Less or ThresholdOperator.AtMost;
        var milliseconds = PlainNumber.Of(Math.Ceiling(Math.Round(threshold.Limit / 1_000, 6)));
        return (threshold.Figure, threshold.Unit, below) switch
        {
            ("mean", _, true) => $"avg(response_time_ms) > {milliseconds}",
            ("max", _, true) => $"max(response_time_ms) > {milliseconds}",
            (var figure, LimitUnit.Microseconds, true) when Percentiles.Contains(figure) =>
                $"{figure.Replace(".", "", StringComparison.Ordinal)}(response_time_ms) > {milliseconds}",
            ("errors", LimitUnit.Share, true) =>
                $"percentage(error) > {PlainNumber.Of(threshold.Limit * 100)}",
            ("errors", LimitUnit.Count, _) when IsZero(threshold) => "percentage(error) > 0",
            ("rate", _, false) when threshold.Operator != ThresholdOperator.Equal =>
                $"avg(requests_per_sec) < {PlainNumber.Of(threshold.Limit)}",
            _ => throw new FormatException(
                $"Azure Load Testing has no criterion for {threshold}: it knows {string.Join(", ", Percentiles)}, mean and max "
                + "below a time, errors<N%, errors==0 and rate>N."),
        };
    }

    private static bool IsZero(Threshold threshold) =>
        threshold is { Limit: 0, Operator: ThresholdOperator.Equal or ThresholdOperator.AtMost };
}
