using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// The rate at which a share of arrivals misses its objective. Misses come in clusters, around a curve that differs from trial to
/// trial by a normal deviation (Williams, Extra-binomial Variation in Logistic Linear Models, Applied Statistics 31, 1982). The
/// likelihood of limit, curve, slope, deviation and clusters is summed over a grid, so that the interval of the limit includes
/// the uncertainty of the other four.
/// </summary>
internal sealed class MissLimit
{
    /// <summary>
    /// The expected deviation of a limit from trial to trial, 2 %: the scale of a half-Cauchy prior, which allows a few
    /// times as much (Gelman, Prior Distributions for Variance Parameters, Bayesian Analysis 1, 2006).
    /// </summary>
    private const double UsualDeviation = 0.02;

    private const int Zooms = 4;
    private const int Points = 24;

    /// <summary>How far outside of the tried rates the limit may lie, as a logarithm.</summary>
    private const double Beyond = 0.3;

    private const double Negligible = 1e-4;

    /// <summary>
    /// Candidates whose log likelihood is lower than the best by this much are left out of the finer grids. The first grid is too
    /// coarse to leave any out: the likelihood of a steep curve with a small deviation is high only between its points.
    /// </summary>
    private const double Hopeless = 9;

    /// <summary>
    /// A candidate that is this much worse than the best, as a logarithm, adds less than the precision of the sums. Each trial
    /// can only make it worse, so the other trials are not looked at.
    /// </summary>
    private const double Vanishing = 40;
    private const double OutsideInterval = 0.05;

    private static readonly IReadOnlyList<MissCurve> Curves =
        [MissCurve.Queue(), MissCurve.Cliff(), MissCurve.ShortQueue(20), MissCurve.ShortQueue(60), MissCurve.ShortQueue(200)];

    // A search fits the same trials again after each of the next ones.
    private readonly ConditionalWeakTable<CapacityTrial, TrialMisses[]> _likelihoods = [];

    /// <param name="trials">One or more trials around the limit, each with at least one arrival.</param>
    public LimitFit Fit(IReadOnlyList<CapacityTrial> trials, double share)
    {
        TrialMisses[][] misses = [.. trials.Select(trial => _likelihoods.GetValue(trial, OnEachCurve))];
        List<Candidate> candidates =
            [.. Curves.SelectMany((curve, number) => CandidatesOf(curve, [.. misses.Select(trial => trial[number])], share))];
        var low = Math.Log(trials.Min(trial => trial.OfferedRate)) - Beyond;
        var high = Math.Log(trials.Max(trial => trial.OfferedRate)) + Beyond;
        var grid = new LimitGrid(low, high, Points);
        for (var zoom = 0; zoom < Zooms; zoom++)
        {
            grid = new LimitGrid(low, high, Points);
            Vector256<double>[] best = [.. candidates.Select(candidate => candidate.AddTo(grid))];
            if (zoom > 0)
            {
                candidates = [.. candidates.Zip(best).Select(each => each.First.Without(each.Second, grid.Largest - Hopeless))
                    .OfType<Candidate>()];
            }

            (low, high) = (grid.Quantile(Negligible) - grid.Step, grid.Quantile(1 - Negligible) + grid.Step);
        }

        double Rate(double below) => Math.Exp(grid.Quantile(below));
        return new LimitFit(
            LimitEstimate.Between(Rate(OutsideInterval / 2), Rate(0.5), Rate(1 - (OutsideInterval / 2))), grid.Mean);
    }

    private TrialMisses[] OnEachCurve(CapacityTrial trial) =>
        [.. Curves.Select(curve => new TrialMisses(trial.OfferedRate, trial.Arrivals, trial.Missed, curve))];

    private static IEnumerable<Candidate> CandidatesOf(MissCurve curve, TrialMisses[] trials, double share)
    {
        var all = Math.Log(curve.Slopes.Sum(slope => curve.Scatters.Sum(scatter => Prior(scatter.Size / slope))));
        Vector256<double>[] shares = [.. curve.Places.Select(place => Vector256.Create(curve.ShareAt(place)))];
        double[] limits = [.. curve.Scatters.Select(scatter => scatter.PlaceOf(share, scatter.Average(shares)))];
        return
            from slope in curve.Slopes
            from scatter in curve.Scatters.Index()
            let deviation = scatter.Item.Size / slope
            select new Candidate(
                trials,
                scatter.Index,
                scatter.Item,
                slope,
                limits[scatter.Index],
                Vector256.Create(Math.Log(Prior(deviation)) - all) - (Vector256.Log(TrialMisses.Clusters) / 2),
                Math.Sqrt(Math.Pow(curve.Telling / slope, 2) + (deviation * deviation)));
    }

    /// <summary>
    /// The prior of the deviation's logarithm, since the grid's deviations have logarithmic steps. The prior of clusters falls
    /// with the square root of their variance: if few trials cannot separate the two, the deviation is the likelier cause.
    /// </summary>
    private static double Prior(double deviation) => deviation / (1 + Math.Pow(deviation / UsualDeviation, 2));

    /// <summary>A curve with a slope and scatter, for each size of clusters; its likelihoods depend on the limit.</summary>
    private sealed record Candidate(
        TrialMisses[] Trials, int Number, Scatter Scatter, double Slope, double PlaceOfLimit, Vector256<double> Priors,
        double Spread)
    {
        /// <summary>The candidate with only those sizes of clusters whose likelihood is high enough; null if none is.</summary>
        public Candidate? Without(Vector256<double> best, double lowest)
        {
            var kept = Vector256.GreaterThan(best, Vector256.Create(lowest));
            return kept == Vector256<double>.Zero
                ? null
                : this with { Priors = Vector256.ConditionalSelect(kept, Priors, Vector256.Create(double.NegativeInfinity)) };
        }

        /// <returns>The logarithm of the highest likelihood of each size of clusters.</returns>
        public Vector256<double> AddTo(LimitGrid grid)
        {
            Span<Vector256<double>> logs = stackalloc Vector256<double>[Points];
            logs.Fill(Priors);
            var best = Priors;
            foreach (var trial in Trials)
            {
                var first = PlaceOfLimit + (Slope * (trial.LogRate - grid.At(0)));
                best = Scatter.AddTo(logs, first, -Slope * grid.Step, trial.Averages(Number));
                if (Vector256.LessThanAll(best, Vector256.Create(grid.Largest - Vanishing)))
                {
                    return best;
                }
            }

            for (var point = 0; point < Points; point++)
            {
                for (var cluster = 0; cluster < Vector256<double>.Count; cluster++)
                {
                    if (Priors[cluster] > double.NegativeInfinity)
                    {
                        grid.Add(point, logs[point][cluster], Spread);
                    }
                }
            }

            return best;
        }
    }
}
