using MathNet.Numerics.Distributions;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>How well one trial agrees with places on a curve, for each scatter of it.</summary>
internal sealed class TrialMisses
{
    /// <summary>
    /// A trial of which more missed is overloaded: it tells that the limit lies lower and not how much, since behind a queue that
    /// never empties everything misses sooner or later. It counts as an observation censored at this share.
    /// </summary>
    private const double Overload = 0.1;

    /// <summary>
    /// A trial of which less missed is idle, and counts as censored at this share: some requests fail at any rate, and tell
    /// nothing of how near the limit is.
    /// </summary>
    private const double Idle = 0.001;

    private readonly double[][] _averages;

    public TrialMisses(double rate, long arrivals, long missed, MissCurve curve)
    {
        LogRate = Math.Log(rate);
        Func<double, double> likelihood = missed >= Overload * arrivals
            ? share => Overloaded(arrivals, share)
            : missed <= Idle * arrivals ? share => Poisson.CDF(arrivals * share, (int)(Idle * arrivals))
            : share => Binomial(arrivals, missed, share);
        double[] likelihoods = [.. curve.Places.Select(place => likelihood(curve.ShareAt(place)))];
        _averages = [.. curve.Scatters.Select(scatter => scatter.Average(likelihoods))];
    }

    public double LogRate { get; }

    /// <summary>For <see cref="Scatter.At"/> of the curve's scatter of this number.</summary>
    public double[] Averages(int scatter) => _averages[scatter];

    /// <summary>The chance that so many of the arrivals miss that the trial counts as overloaded.</summary>
    private static double Overloaded(long arrivals, double share) =>
        Normal.CDF(0, 1, (share - Overload) / Math.Sqrt(share * (1 - share) / arrivals));

    /// <summary>The likelihood, over that of the share that was seen.</summary>
    private static double Binomial(long arrivals, long missed, double share)
    {
        var seen = (double)missed / arrivals;
        return Math.Exp((missed * Math.Log(share / seen)) + ((arrivals - missed) * Math.Log((1 - share) / (1 - seen))));
    }
}
