using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class MissLimitTests
{
    private const double AllowedShare = 0.01;

    /// <summary>On the line log odds = log odds of 1 % + 20 log (rate / 500), to the nearest whole miss.</summary>
    private static readonly (double Rate, long Arrivals, long Missed)[] OnALine =
        [.. new[] { 460.0, 480, 500, 520, 540 }.Select(rate => (rate, 100_000L, (long)Math.Round(100_000 * ShareAt(rate))))];

    [Fact]
    public void Fit_TrialsOnALine_FindsWhereItReachesTheShare()
    {
        var fit = Fit(OnALine);

        Assert.InRange(fit.Limit.Rate, 499, 501);
    }

    [Fact]
    public void Fit_OverloadedTrialFarOut_DoesNotPullTheLine()
    {
        var fit = Fit([.. OnALine, (700, 100_000, 100_000)]);

        Assert.InRange(fit.Limit.Rate, 499, 501);
    }

    [Fact]
    public void Fit_OverloadedTrial_HowMuchItMissedTellsNothing()
    {
        var some = Fit([.. OnALine, (570, 10_000, 3_000)]);
        var all = Fit([.. OnALine, (570, 10_000, 10_000)]);

        Assert.Equal(all, some);
    }

    [Fact]
    public void Fit_TrialsThatDiffer_IntervalIsWide()
    {
        (double Rate, long Arrivals, long Missed)[] differing =
            [(490, 5_000, 5), (500, 5_000, 200), (510, 5_000, 12), (520, 5_000, 400), (480, 5_000, 90), (530, 5_000, 60)];

        Assert.InRange(Fit(differing).Limit.Uncertainty, 0.05, 0.5);
    }

    [Fact]
    public void Fit_FlatCurve_LooksFurtherOut()
    {
        var steep = Fit(OnALine).Spread;
        var flat = Fit([(40, 1_000, 2), (50, 1_000, 5), (60, 1_000, 15), (70, 1_000, 35)]).Spread;

        Assert.InRange(steep, 0.03, 0.1);
        Assert.InRange(flat, 0.15, 0.5);
    }

    /// <summary>A trial of many arrivals of which hardly one missed: the chance of that is too small for a number far from it.</summary>
    [Fact]
    public void Fit_IdleTrialOfVeryManyArrivals_IsNoHindrance()
    {
        var fit = Fit([.. OnALine, (400, 1_000_000, 100)]);

        Assert.InRange(fit.Limit.Rate, 499, 501);
    }

    /// <summary>
    /// References are from a separate program with the same model: the likelihood summed over 61 limits and eight hundred places
    /// of each curve, in three steps. A curve of a queue, one that sheds load, and few misses at a low rate.
    /// </summary>
    [Theory]
    [InlineData("460 4000 12, 480 4000 25, 500 4000 38, 520 4000 75, 640 1000 400, 320 1000 0", 483.58, 497.78, 508.63)]
    [InlineData("600 4000 3, 640 4000 5, 660 4000 60, 680 4000 160, 700 2000 130", 640.45, 655.32, 661.59)]
    [InlineData("18 320 1, 22 400 6, 26 400 9, 30 400 24, 40 300 60", 16.35, 21.47, 25.85)]
    public void Fit_Trials_HasTheIntervalOfTheReference(string trials, double low, double rate, double high)
    {
        var limit = Fit(trials.Split(", ").Select(trial => trial.Split(' ')).Select(
            trial => (double.Parse(trial[0]), long.Parse(trial[1]), long.Parse(trial[2])))).Limit;

        var tolerance = 0.04 * (high - low);
        Assert.Equal(rate, limit.Rate, tolerance);
        Assert.Equal(low, limit.Low, tolerance);
        Assert.Equal(high, limit.High, tolerance);
    }

    private static LimitFit Fit(IEnumerable<(double Rate, long Arrivals, long Missed)> trials) => new MissLimit().Fit(
        [
            .. trials.Select(trial => new CapacityTrial(
                TrialPurpose.Refining, trial.Rate, 1, trial.Arrivals, trial.Arrivals - trial.Missed, 0, LatencyValue.None, LatencyValue.None, 0)),
        ],
        AllowedShare);

    private static double ShareAt(double rate)
    {
        var odds = AllowedShare / (1 - AllowedShare) * Math.Pow(rate / 500, 20);
        return odds / (1 + odds);
    }
}
