namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A line fitted to points by least squares, with 95 % intervals from the residuals.</summary>
public sealed class StraightLine
{
    private const double Significance = 0.05;

    private readonly int _count;
    private readonly double _meanX;
    private readonly double _sumOfSquaresX;
    private readonly double _meanY;
    private readonly double _residualVariance;

    /// <param name="points">At least three points.</param>
    public StraightLine(IReadOnlyList<(double X, double Y)> points)
    {
        _count = points.Count;
        _meanX = points.Average(point => point.X);
        _sumOfSquaresX = points.Sum(point => Square(point.X - _meanX));
        _meanY = points.Average(point => point.Y);
        Slope = _sumOfSquaresX > 0 ? points.Sum(point => (point.X - _meanX) * point.Y) / _sumOfSquaresX : 0;
        _residualVariance = points.Sum(point => Square(Residual(point))) / (_count - 2);
    }

    public double Slope { get; }

    /// <summary>The vertical distance of a point from the line; positive above the line.</summary>
    public double Residual((double X, double Y) point) => point.Y - _meanY - (Slope * (point.X - _meanX));

    /// <summary>The x at which the line has the value <paramref name="y"/>.</summary>
    public double Solve(double y) => _meanX + ((y - _meanY) / Slope);

    /// <returns>The 95 % interval of <see cref="Solve"/>; null if the slope does not differ significantly from zero.</returns>
    /// <remarks>Source: Fieller, Some Problems in Interval Estimation, JRSS B 16 (1954); Finney, Probit Analysis (3rd edition,
    /// 1971), which estimates the dose at which a share of subjects responds.</remarks>
    public (double Low, double High)? Interval(double y)
    {
        var t = TTest.Critical(Significance, _count - 2);
        var g = t * t * _residualVariance / (Slope * Slope * _sumOfSquaresX);
        if (g >= 1)
        {
            return null;
        }

        var distance = Solve(y) - _meanX;
        var middle = _meanX + (distance / (1 - g));
        var half = t / (Math.Abs(Slope) * (1 - g))
            * Math.Sqrt(_residualVariance * (((1 - g) / _count) + (distance * distance / _sumOfSquaresX)));
        return (middle - half, middle + half);
    }

    private static double Square(double value) => value * value;
}
