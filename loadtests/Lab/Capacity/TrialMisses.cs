using System.Runtime.Intrinsics;
using MathNet.Numerics;
using MathNet.Numerics.Distributions;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// The likelihood of one trial at each place of a curve, for each size of clusters and each scatter. Clustered misses are
/// negative binomial, with a variance that is a multiple of the mean (the NB1 model of Cameron and Trivedi, Regression Analysis
/// of Count Data, 2013): the mean share of misses does not depend on the size of the clusters.
/// </summary>
internal sealed class TrialMisses
{
    /// <summary>
    /// A trial with more misses is overloaded, and counts as censored at this share. It shows that the limit is lower but not by
    /// how much: behind a queue that never empties, every request misses sooner or later.
    /// </summary>
    private const double Overload = 0.1;

    /// <summary>
    /// A trial with fewer misses is idle, and counts as censored at this share: some requests fail at any rate, so they do not
    /// show how near the limit is.
    /// </summary>
    private const double Idle = 0.001;

    private readonly Vector256<double>[][] _averages;

    public TrialMisses(double rate, long arrivals, long missed, MissCurve curve)
    {
        LogRate = Math.Log(rate);
        Func<double, double>[] likelihoods =
            [.. Enumerable.Range(0, Vector256<double>.Count).Select(number => Likelihood(arrivals, missed, Clusters[number]))];
        Vector256<double>[] values =
        [
            .. from place in curve.Places
               select curve.ShareAt(place) into share
               select Vector256.Create([.. likelihoods.Select(likelihood => likelihood(share))]),
        ];
        _averages = [.. curve.Scatters.Select(scatter => scatter.Average(values))];
    }

    /// <summary>
    /// The variance of misses divided by that of independent misses: while the queue is long, many requests miss together. 1 is
    /// independent misses; the highest value is that of a queue that takes seconds to drain.
    /// </summary>
    public static Vector256<double> Clusters { get; } = Vector256.Create(1.0, 4, 16, 64);

    public double LogRate { get; }

    /// <summary>The averages for <see cref="Scatter.AddTo"/> with the curve's scatter of this index.</summary>
    public Vector256<double>[] Averages(int scatter) => _averages[scatter];

    /// <returns>The likelihood of a share, divided by a constant that is the same for all cluster sizes.</returns>
    private static Func<double, double> Likelihood(long arrivals, long missed, double cluster)
    {
        if (missed >= Overload * arrivals)
        {
            return share => Normal.CDF(0, 1, (share - Overload) / Math.Sqrt(cluster * share * (1 - share) / arrivals));
        }

        if (missed <= Idle * arrivals)
        {
            return share => AtMost((int)(Idle * arrivals), arrivals * share, cluster);
        }

        return cluster == 1 ? Independent(arrivals, missed) : Clustered(arrivals, missed, cluster);
    }

    /// <summary>The likelihood divided by that of the observed share.</summary>
    private static Func<double, double> Independent(long arrivals, long missed)
    {
        var seen = (double)missed / arrivals;
        return share => Math.Exp((missed * Math.Log(share / seen)) + ((arrivals - missed) * Math.Log((1 - share) / (1 - seen))));
    }

    /// <summary>The likelihood divided by the Poisson likelihood of the observed share, nearly the binomial one.</summary>
    private static Func<double, double> Clustered(long arrivals, long missed, double cluster)
    {
        var fixedPart = (missed * Math.Log((cluster - 1) / cluster)) - (missed * Math.Log(missed)) + missed;
        return share =>
        {
            var size = arrivals * share / (cluster - 1);
            return Math.Exp(
                fixedPart + SpecialFunctions.GammaLn(missed + size) - SpecialFunctions.GammaLn(size)
                - (size * Math.Log(cluster)));
        };
    }

    /// <summary>The probability of at most this many misses.</summary>
    private static double AtMost(int most, double mean, double cluster) => cluster == 1
        ? Poisson.CDF(mean, most)
        : NegativeBinomial.CDF(mean / (cluster - 1), 1 / cluster, most);
}
