namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Student's distribution, for whole degrees of freedom.</summary>
internal static class StudentT
{
    private const double Precision = 1e-10;

    /// <summary>The chance that a value lies further from zero than <paramref name="t"/>, on either side.</summary>
    /// <remarks>The finite sums of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.</remarks>
    public static double TwoSided(double t, int degreesOfFreedom)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(degreesOfFreedom, 1);
        var angle = Math.Atan(Math.Abs(t) / Math.Sqrt(degreesOfFreedom));
        var (sine, cosine) = Math.SinCos(angle);
        var odd = degreesOfFreedom % 2 == 1;
        var term = odd ? cosine : 1;
        var sum = degreesOfFreedom == 1 ? 0 : term;
        for (var k = odd ? 3 : 2; k < degreesOfFreedom; k += 2)
        {
            term *= cosine * cosine * (k - 1) / k;
            sum += term;
        }

        return Math.Max(0, 1 - (odd ? 2 / Math.PI * (angle + (sine * sum)) : sine * sum));
    }

    /// <summary>The distance from zero that <paramref name="chance"/> of all values exceed, on both sides together.</summary>
    public static double Critical(double chance, int degreesOfFreedom)
    {
        var (low, high) = (0.0, 1.0);
        while (TwoSided(high, degreesOfFreedom) > chance)
        {
            (low, high) = (high, high * 2);
        }

        while (high - low > Precision * high)
        {
            var middle = (low + high) / 2;
            (low, high) = TwoSided(middle, degreesOfFreedom) > chance ? (middle, high) : (low, middle);
        }

        return high;
    }
}
