namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>k6's <c>timeUnit</c>: it takes whole rates only, so that a rate is given for so long that it is one.</summary>
internal sealed class K6RateUnit
{
    private const double ShortestSeconds = 60;
    private const double LongestSeconds = 6e8;
    private const double Step = 10;

    /// <summary>What rounding may change of a rate.</summary>
    private const double MostChange = 1e-4;

    private readonly double _seconds;

    private K6RateUnit(double seconds) => _seconds = seconds;

    public string Text => FormattableString.Invariant($"{_seconds:0}s");

    /// <summary>The shortest in which all of these rates per second are whole, or near it.</summary>
    public static K6RateUnit For(IReadOnlyList<double> rates)
    {
        var seconds = ShortestSeconds;
        while (seconds < LongestSeconds && rates.Any(rate => IsChanged(rate * seconds)))
        {
            seconds *= Step;
        }

        return new K6RateUnit(seconds);
    }

    /// <summary>At least 1 where there is a rate at all, for 0 is none to k6.</summary>
    public long Whole(double perSecond) =>
        perSecond > 0 ? Math.Max(1, (long)Math.Round(perSecond * _seconds)) : 0;

    private static bool IsChanged(double rate) => Math.Abs(Math.Round(rate) - rate) > MostChange * rate;
}
