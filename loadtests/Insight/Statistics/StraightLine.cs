namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A straight line by least squares, with 95 % intervals from the spread of the points around it.</summary>
public sealed class StraightLine
{
    private const double Chance = 0.05;

    private readonly int _count;
    private readonly double _center;
    private readonly double _squares;
    private readonly double _mean;
    private readonly double _variance;

    /// <param name="points">Three or more.</param>
    public StraightLine(IReadOnlyList<(double X, double Y)> points)
    {
        _count = points.Count;
        _center = points.Average(point => point.X);
        _squares = points.Sum(point => Square(point.X - _center));
        _mean = points.Average(point => point.Y);
        Slope = _squares > 0 ? points.Sum(point => (point.X - _center) * point.Y) / _squares : 0;
        _variance = points.Sum(point => Square(Residual(point))) / (_count - 2);
    }

    public double Slope { get; }

    /// <summary>How far above the line a point lies.</summary>
    public double Residual((double X, double Y) point) => point.Y - _mean - (Slope * (point.X - _center));

    /// <summary>Where the line reaches <paramref name="y"/>.</summary>
    public double Solve(double y) => _center + ((y - _mean) / Slope);

    /// <returns>The 95 % interval of <see cref="Solve"/>; null where the slope cannot be told from zero.</returns>
    /// <remarks>
    /// Source: Fieller, Some Problems in Interval Estimation, JRSS B 16 (1954); Finney, Probit Analysis (3rd edition, 1971),
    /// where the question is the dose at which a share of subjects responds.
    /// </remarks>
    public (double Low, double High)? Interval(double y)
    {
        var t = TTest.Critical(Chance, _count - 2);
        var g = t * t * _variance / (Slope * Slope * _squares);
        if (g >= 1)
        {
            return null;
        }

        var distance = Solve(y) - _center;
        var middle = _center + (distance / (1 - g));
        var half = t / (Math.Abs(Slope) * (1 - g))
            * Math.Sqrt(_variance * (((1 - g) / _count) + (distance * distance / _squares)));
        return (middle - half, middle + half);
    }

    private static double Square(double value) => value * value;
}
