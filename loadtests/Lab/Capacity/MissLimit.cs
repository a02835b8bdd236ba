namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// The rate at which a share of arrivals misses its objective. Misses are binomial, about a curve that differs from trial to
/// trial by a normal deviation (Williams, Extra-binomial Variation in Logistic Linear Models, Applied Statistics 31, 1982). The
/// likelihood of limit, curve, slope and deviation is summed over a grid, so that the interval of the limit has in it how little
/// a few trials tell of the other three.
/// </summary>
internal static class MissLimit
{
    /// <summary>
    /// What a limit is expected to differ by from trial to trial, 2 %: the scale of a half-Cauchy prior, which hardly
    /// speaks against a few times as much (Gelman, Prior Distributions for Variance Parameters, Bayesian Analysis 1, 2006).
    /// </summary>
    private const double UsualDeviation = 0.02;

    private const int Zooms = 3;
    private const int Points = 32;

    /// <summary>How far outside of the trials the limit may lie, as a logarithm.</summary>
    private const double Beyond = 0.3;

    private const double Negligible = 1e-4;

    /// <summary>What is worse than the best by so much, as a logarithm, is left out when the grid becomes finer.</summary>
    private const double Hopeless = 20;
    private const double OutsideInterval = 0.05;

    private static readonly IReadOnlyList<MissCurve> Curves =
        [MissCurve.Queue, MissCurve.Cliff, MissCurve.ShortQueue(20), MissCurve.ShortQueue(60), MissCurve.ShortQueue(200)];

    /// <param name="trials">One or more around the limit.</param>
    public static LimitFit Fit(IReadOnlyList<(double Rate, long Arrivals, long Missed)> trials, double share)
    {
        List<Candidate> candidates = [.. Curves.SelectMany(curve => CandidatesOf(curve, trials, share))];
        var low = Math.Log(trials.Min(trial => trial.Rate)) - Beyond;
        var high = Math.Log(trials.Max(trial => trial.Rate)) + Beyond;
        var grid = new LimitGrid(low, high, Points);
        for (var zoom = 0; zoom < Zooms; zoom++)
        {
            grid = new LimitGrid(low, high, Points);
            double[] best = [.. candidates.Select(candidate => candidate.AddTo(grid))];
            candidates = [.. candidates.Where((_, number) => best[number] > best.Max() - Hopeless)];
            (low, high) = (grid.Quantile(Negligible) - grid.Step, grid.Quantile(1 - Negligible) + grid.Step);
        }

        double Rate(double below) => Math.Exp(grid.Quantile(below));
        return new LimitFit(
            LimitEstimate.Between(Rate(OutsideInterval / 2), Rate(0.5), Rate(1 - (OutsideInterval / 2))), grid.Mean);
    }

    private static IEnumerable<Candidate> CandidatesOf(
        MissCurve curve, IReadOnlyList<(double Rate, long Arrivals, long Missed)> trials, double share)
    {
        TrialMisses[] misses =
            [.. trials.Select(trial => new TrialMisses(trial.Rate, trial.Arrivals, trial.Missed, curve))];
        var all = Math.Log(curve.Slopes.Sum(slope => curve.Scatters.Sum(scatter => Prior(scatter.Size, slope, curve))));
        double[] shares = [.. curve.Places.Select(curve.ShareAt)];
        return
            from slope in curve.Slopes
            from scatter in curve.Scatters.Index()
            let deviation = scatter.Item.Size / slope
            select new Candidate(
                misses,
                scatter.Index,
                scatter.Item,
                slope,
                scatter.Item.PlaceOf(share, scatter.Item.Average(shares)),
                Math.Log(Prior(scatter.Item.Size, slope, curve)) - all,
                Math.Sqrt(Math.Pow(curve.Telling / slope, 2) + (deviation * deviation)));
    }

    /// <summary>Of the deviation's logarithm, since those of the grid are that far apart.</summary>
    private static double Prior(double size, double slope, MissCurve curve)
    {
        var (deviation, usual) = (size / slope, Math.Max(UsualDeviation, curve.Clustering / slope));
        return deviation / usual / (1 + Math.Pow(deviation / usual, 2));
    }

    /// <summary>A curve with its slope and scatter; how well it agrees depends on where its limit lies.</summary>
    private sealed record Candidate(
        TrialMisses[] Trials, int Number, Scatter Scatter, double Slope, double PlaceOfLimit, double Prior, double Spread)
    {
        /// <returns>The logarithm of its highest likelihood.</returns>
        public double AddTo(LimitGrid grid)
        {
            var best = double.NegativeInfinity;
            for (var point = 0; point < Points; point++)
            {
                var log = Prior;
                foreach (var trial in Trials)
                {
                    var place = PlaceOfLimit + (Slope * (trial.LogRate - grid.At(point)));
                    log += Scatter.At(place, trial.Averages(Number));
                }

                grid.Add(point, log, Spread);
                best = Math.Max(best, log);
            }

            return best;
        }
    }
}
