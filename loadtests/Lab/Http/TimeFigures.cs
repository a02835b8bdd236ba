using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>A distribution of times in milliseconds; zeros where it is empty.</summary>
internal sealed record TimeFigures(
    long Count, double Mean, double P50, double P75, double P90, double P95, double P99, double P999, double P9999, double Max)
{
    private const double MicrosecondsInOne = 1_000;

    public static TimeFigures Of(LatencyHistogram histogram)
    {
        double At(double percentile) => histogram.ValueAtPercentile(percentile) / MicrosecondsInOne;
        return new TimeFigures(
            histogram.Count,
            histogram.Mean / MicrosecondsInOne,
            At(50),
            At(75),
            At(90),
            At(95),
            At(99),
            At(99.9),
            At(99.99),
            histogram.Max / MicrosecondsInOne);
    }
}
