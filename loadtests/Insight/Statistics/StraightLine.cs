namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// A straight line y = a + b (x - m) by weighted least squares, with 95 % intervals from the spread of the points around it.
/// </summary>
internal sealed class StraightLine
{
    private const double Chance = 0.05;

    private readonly int _degreesOfFreedom;
    private readonly double _weights;
    private readonly double _center;
    private readonly double _squares;
    private readonly double _intercept;
    private readonly double _variance;

    /// <param name="points">Three or more. A weight is the inverse of a point's variance, up to a factor that all share.</param>
    public StraightLine(IReadOnlyList<(double X, double Y, double Weight)> points)
    {
        _degreesOfFreedom = points.Count - 2;
        _weights = points.Sum(point => point.Weight);
        _center = points.Sum(point => point.Weight * point.X) / _weights;
        _squares = points.Sum(point => point.Weight * Square(point.X - _center));
        _intercept = points.Sum(point => point.Weight * point.Y) / _weights;
        Slope = _squares > 0 ? points.Sum(point => point.Weight * (point.X - _center) * point.Y) / _squares : 0;
        _variance = points.Sum(point => point.Weight * Square(point.Y - _intercept - (Slope * (point.X - _center))))
            / _degreesOfFreedom;
    }

    public double Slope { get; }

    /// <summary>Half of the 95 % interval of the slope.</summary>
    public double SlopeUncertainty => Critical * Math.Sqrt(_variance / _squares);

    private double Critical => StudentT.Critical(Chance, _degreesOfFreedom);

    /// <summary>Where the line reaches <paramref name="y"/>.</summary>
    public double Solve(double y) => _center + ((y - _intercept) / Slope);

    /// <returns>The 95 % interval of <see cref="Solve"/>; null where the slope cannot be told from zero.</returns>
    /// <remarks>
    /// Source: Fieller, Some Problems in Interval Estimation, JRSS B 16 (1954); Finney, Probit Analysis (3rd edition, 1971),
    /// where the question is the dose at which a share of subjects responds.
    /// </remarks>
    public (double Low, double High)? Interval(double y)
    {
        var t = Critical;
        var g = t * t * _variance / (Slope * Slope * _squares);
        if (g >= 1)
        {
            return null;
        }

        var distance = Solve(y) - _center;
        var middle = _center + (distance / (1 - g));
        var half = t / (Math.Abs(Slope) * (1 - g))
            * Math.Sqrt(_variance * (((1 - g) / _weights) + (distance * distance / _squares)));
        return (middle - half, middle + half);
    }

    private static double Square(double value) => value * value;
}
