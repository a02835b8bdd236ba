using System.Globalization;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>The figures by name.</summary>
internal static class ThresholdFigures
{
    public const string Names = "p and a percentile (p99, p99.9), mean, max, errors, dropped, late, cutoff, rate";

    private static readonly IReadOnlyList<ThresholdFigure> Named =
        [LatencyFigure.Mean, LatencyFigure.Max, .. CountFigure.Known, new RateFigure()];

    public static ThresholdFigure? Find(string name) =>
        Named.FirstOrDefault(figure => figure.Name == name)
        ?? (TryPercentile(name) is { } percentile ? LatencyFigure.Percentile(name, percentile) : null);

    private static double? TryPercentile(string name) =>
        name.StartsWith('p')
        && double.TryParse(name.AsSpan(1), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percentile)
        && percentile is > 0 and <= 100
            ? percentile
            : null;
}
