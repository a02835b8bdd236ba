namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>Maps values to pixels along one axis, from zero to a round number that is at least the largest value.</summary>
/// <param name="exact">Ends the axis at <paramref name="largest"/> instead of the next round number, for time axes.</param>
internal sealed class AxisScale(double largest, double fromPixel, double toPixel, int ticks, bool exact = false)
{
    private readonly double _covered = largest > 0 && double.IsFinite(largest) ? largest : 1;

    public double Max => exact ? _covered : Math.Ceiling((_covered / Step) - 1e-9) * Step;

    public IEnumerable<double> Ticks =>
        Enumerable.InfiniteSequence(0, 1).Select(tick => tick * Step).TakeWhile(value => value <= Max * (1 + 1e-9));

    private double Step => RoundStep(_covered / ticks);

    /// <summary>Values beyond the end are drawn at the end.</summary>
    public double At(double value) => fromPixel + ((toPixel - fromPixel) * Math.Clamp(value / Max, 0, 1));

    /// <summary>The next of 1, 2, 5, 10, 20, 50, ... that is at least <paramref name="step"/>.</summary>
    private static double RoundStep(double step)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(step)));
        return (step / power) switch
        {
            <= 1 + 1e-9 => power,
            <= 2 + 1e-9 => 2 * power,
            <= 5 + 1e-9 => 5 * power,
            _ => 10 * power,
        };
    }
}
