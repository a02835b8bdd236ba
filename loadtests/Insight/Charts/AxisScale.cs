namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>Maps values to pixels along one axis, from zero to a round number that is at least the largest value.</summary>
internal sealed class AxisScale
{
    private readonly double _from;
    private readonly double _to;
    private readonly double _step;

    /// <param name="exact">Ends the axis at <paramref name="largest"/> instead of the next round number, for time axes.</param>
    public AxisScale(double largest, double fromPixel, double toPixel, int ticks, bool exact = false)
    {
        var covered = largest > 0 && double.IsFinite(largest) ? largest : 1;
        (_from, _to) = (fromPixel, toPixel);
        _step = RoundStep(covered / ticks);
        Max = exact ? covered : Math.Ceiling((covered / _step) - 1e-9) * _step;
    }

    public double Max { get; }

    public IEnumerable<double> Ticks =>
        Enumerable.InfiniteSequence(0, 1).Select(tick => tick * _step).TakeWhile(value => value <= Max * (1 + 1e-9));

    /// <summary>Values beyond the end are drawn at the end.</summary>
    public double At(double value) => _from + ((_to - _from) * Math.Clamp(value / Max, 0, 1));

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
