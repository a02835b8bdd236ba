namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>The <c>timeUnit</c> of k6, chosen so that each rate is a whole number: k6 accepts no others.</summary>
internal readonly record struct K6RateUnit(double Seconds)
{
    /// <summary>The largest relative change of a rate by rounding.</summary>
    private const double MaxChange = 1e-4;

    private static readonly double[] Allowed = [60, 600, 6e3, 6e4, 6e5, 6e6, 6e7, 6e8];

    public string Text => $"{Seconds:0}s";

    /// <summary>The shortest unit in which all of these rates per second are whole numbers, or close to them.</summary>
    public static K6RateUnit For(IReadOnlyList<double> rates) => new(
        Allowed.FirstOrDefault(seconds => !rates.Any(rate => IsChanged(rate * seconds)), Allowed[^1]));

    /// <summary>At least 1 for a positive rate, since k6 treats 0 as no load.</summary>
    public long Whole(double perSecond) => perSecond > 0 ? Math.Max(1, (long)Math.Round(perSecond * Seconds)) : 0;

    private static bool IsChanged(double rate) => Math.Abs(Math.Round(rate) - rate) > MaxChange * rate;
}
