namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>The <c>timeUnit</c> of k6, chosen so that each rate is a whole number: k6 accepts no others.</summary>
internal sealed class K6RateUnit
{
    private const double ShortestSeconds = 60;
    private const double LongestSeconds = 6e8;
    private const double Step = 10;

    /// <summary>The largest relative change of a rate by rounding.</summary>
    private const double MaxChange = 1e-4;

    private readonly double _seconds;

    private K6RateUnit(double seconds) => _seconds = seconds;

    public string Text => FormattableString.Invariant($"{_seconds:0}s");

    /// <summary>The shortest unit in which all of these rates per second are whole numbers, or close to them.</summary>
    public static K6RateUnit For(IReadOnlyList<double> rates)
    {
        var seconds = ShortestSeconds;
        while (seconds < LongestSeconds && rates.Any(rate => IsChanged(rate * seconds)))
        {
            seconds *= Step;
        }

        return new K6RateUnit(seconds);
    }

    /// <summary>At least 1 for a positive rate, since k6 treats 0 as no load.</summary>
    public long Whole(double perSecond) => perSecond > 0 ? Math.Max(1, (long)Math.Round(perSecond * _seconds)) : 0;

    private static bool IsChanged(double rate) => Math.Abs(Math.Round(rate) - rate) > MaxChange * rate;
}
