using MathNet.Numerics;
using MathNet.Numerics.Distributions;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// How well one trial agrees with places on a curve, for each size of its clusters and each scatter. Clustered misses are
/// negative binomial, with a variance that is a multiple of the mean (the NB1 model of Cameron and Trivedi, Regression Analysis
/// of Count Data, 2013): however large the clusters are, the share that the trials tell of stays the mean.
/// </summary>
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

    private readonly double[][][] _averages;

    public TrialMisses(double rate, long arrivals, long missed, MissCurve curve)
    {
        LogRate = Math.Log(rate);
        double[] shares = [.. curve.Places.Select(curve.ShareAt)];
        _averages =
        [
            .. from cluster in Clusters
               let likelihood = Likelihood(arrivals, missed, cluster)
               let likelihoods = shares.Select(likelihood).ToArray()
               select curve.Scatters.Select(scatter => scatter.Average(likelihoods)).ToArray(),
        ];
    }

    /// <summary>
    /// The variance of misses over that of independent ones: once the queue is long, many miss together. From none to those of a
    /// queue that takes seconds to drain.
    /// </summary>
    public static IReadOnlyList<double> Clusters { get; } = [1, 4, 16, 64];

    public double LogRate { get; }

    /// <summary>For <see cref="Scatter.At"/>, of the clusters and of the curve's scatter of these numbers.</summary>
    public double[] Averages(int cluster, int scatter) => _averages[cluster][scatter];

    /// <returns>The likelihood of a share; of all clusters over the same constant.</returns>
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

        return cluster == 1 ? Binomial(arrivals, missed) : NegativeBinomial(arrivals, missed, cluster);
    }

    /// <summary>Over that of the share that was seen.</summary>
    private static Func<double, double> Binomial(long arrivals, long missed)
    {
        var seen = (double)missed / arrivals;
        return share => Math.Exp(
            (missed * Math.Log(share / seen)) + ((arrivals - missed) * Math.Log((1 - share) / (1 - seen))));
    }

    /// <summary>Over the Poisson likelihood of the share that was seen, which is nearly that of the binomial.</summary>
    private static Func<double, double> NegativeBinomial(long arrivals, long missed, double cluster)
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

    /// <summary>The chance of no more misses than this.</summary>
    private static double AtMost(int most, double mean, double cluster)
    {
        if (cluster == 1)
        {
            return Poisson.CDF(mean, most);
        }

        var size = mean / (cluster - 1);
        var chance = Math.Exp(-size * Math.Log(cluster));
        var sum = chance;
        for (var number = 0; number < most; number++)
        {
            chance *= (number + size) / (number + 1) * (cluster - 1) / cluster;
            sum += chance;
        }

        return sum;
    }
}
