namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>Likelihoods of limits (logarithms of rates) in equal steps, summed over all other unknown quantities.</summary>
internal sealed class LimitGrid(double low, double high, int points)
{
    private readonly double[] _sums = new double[points];
    private double _others;

    public double Step { get; } = (high - low) / (points - 1);

    /// <summary>The largest logarithm of a likelihood that was added.</summary>
    public double Largest { get; private set; } = double.NegativeInfinity;

    /// <summary>The mean of the other quantity, weighted with the likelihoods.</summary>
    public double Mean => _others / _sums.Sum();

    public double At(int point) => low + (point * Step);

    /// <param name="logLikelihood">The logarithm, since the likelihood may be too small for a double.</param>
    /// <param name="other">A quantity whose mean is computed.</param>
    public void Add(int point, double logLikelihood, double other)
    {
        if (logLikelihood > Largest)
        {
            var factor = Math.Exp(Largest - logLikelihood);
            _others *= factor;
            for (var i = 0; i < _sums.Length; i++)
            {
                _sums[i] *= factor;
            }

            Largest = logLikelihood;
        }

        var likelihood = Math.Exp(logLikelihood - Largest);
        _sums[point] += likelihood;
        _others += likelihood * other;
    }

    /// <summary>The limit below which this share of the likelihood lies. The likelihood is uniform around each point.</summary>
    public double Quantile(double share)
    {
        var left = share * _sums.Sum();
        for (var point = 0; point < _sums.Length; point++)
        {
            if (left <= _sums[point] || point == _sums.Length - 1)
            {
                return At(point) + (Step * ((left / Math.Max(double.Epsilon, _sums[point])) - 0.5));
            }

            left -= _sums[point];
        }

        return high;
    }
}
