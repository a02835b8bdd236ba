using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Insight.Soak;

/// <summary>How a figure changes with time, by a line through the means of equal stretches.</summary>
/// <remarks>
/// Neighbouring seconds resemble each other: memory rises and falls with each collection. Means of stretches that
/// are long beside that are nearly independent, which an interval needs (batch means: Law, Simulation Modeling
/// and Analysis, 5th edition, 2015, section 9.5.3).
/// </remarks>
/// <param name="PerHour">In the figure's unit.</param>
/// <param name="Low">Lower end of its 95 % interval; as <paramref name="High"/>.</param>
public sealed record Trend(double Mean, double PerHour, double Low, double High)
{
    private const int Stretches = 20;
    private const int LeastPerStretch = 2;
    private const double SecondsInHour = 3_600;

    /// <summary>A share of the mean that stands for nothing but the last bits of a double.</summary>
    private const double Rounding = 1e-9;

    /// <summary>Zero lies outside the interval.</summary>
    public bool IsSeen => Low > Rounding * Math.Abs(Mean) || High < -Rounding * Math.Abs(Mean);

    /// <param name="samples">Evenly spaced in time.</param>
    /// <returns>Null where there are too few.</returns>
    public static Trend? Of(IReadOnlyList<(double Second, double Value)> samples)
    {
        if (samples.Count < Stretches * LeastPerStretch)
        {
            return null;
        }

        var means = Enumerable.Range(0, Stretches)
            .Select(stretch => samples.Skip(samples.Count * stretch / Stretches)
                .Take((samples.Count * (stretch + 1) / Stretches) - (samples.Count * stretch / Stretches)).ToList())
            .Select(part => (part.Average(sample => sample.Second), part.Average(sample => sample.Value), 1.0));
        var line = new StraightLine([.. means]);
        var (slope, uncertainty) = (line.Slope * SecondsInHour, line.SlopeUncertainty * SecondsInHour);
        return new Trend(samples.Average(sample => sample.Value), slope, slope - uncertainty, slope + uncertainty);
    }
}
