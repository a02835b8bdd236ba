using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.OpenLoop.Benchmarks;

namespace DroneDelivery.Engine.Tests.Arrivals;

/// <summary>Seeds are fixed, so that each test gives the same answer for ever; the last ones show that the tests can say no.</summary>
public sealed class ArrivalDistributionTests
{
    private const double Significance = 0.01;

    [Theory]
    [InlineData(500, 60, 1)]
    [InlineData(2_000, 20, 2)]
    [InlineData(10_000, 5, 3)]
    public void Poisson_ConstantRate_HasExponentialGapsAndPoissonCounts(double rate, double seconds, ulong seed)
    {
        var moments = Moments(ArrivalSchedule.Constant(rate, Seconds(seconds), ArrivalSpacing.Poisson, seed));

        var gaps = ArrivalFit.ExponentialGaps(ArrivalFit.Gaps(moments), 1 / rate);
        var counts = ArrivalFit.PoissonCounts(Counts(moments, seconds, windows: 500));

        Assert.True(gaps > Significance, $"gaps: p = {gaps}");
        Assert.True(counts > Significance, $"counts: p = {counts}");
        Assert.InRange(moments.Count, rate * seconds - (3 * Math.Sqrt(rate * seconds)), rate * seconds + (3 * Math.Sqrt(rate * seconds)));
    }

    [Fact]
    public void Poisson_Ramp_HasExponentialGapsInTheTimeInWhichItsRateIsConstant()
    {
        var moments = Moments(ArrivalSchedule.Staged([ArrivalStage.Ramp(0, 1_000, Seconds(40))], ArrivalSpacing.Poisson, 4));

        // A ramp of 25/s each second has asked for 12.5 t² arrivals after t seconds.
        var gaps = ArrivalFit.ExponentialGaps(ArrivalFit.Gaps(moments.Select(moment => 12.5 * moment * moment)), 1);

        Assert.True(gaps > Significance, $"p = {gaps}");
    }

    [Fact]
    public void Poisson_ManySeeds_FailAtTheRateOfTheTestsOwnError()
    {
        var seeds = Enumerable.Range(1, 200).Select(seed => Moments(
            ArrivalSchedule.Constant(200, Seconds(5), ArrivalSpacing.Poisson, (ulong)seed))).ToList();

        // Of 200 at a level of 5 %, 10 are expected: 2 to 21 is all but one in a thousand.
        Assert.InRange(seeds.Count(moments => ArrivalFit.ExponentialGaps(ArrivalFit.Gaps(moments), 1.0 / 200) < 0.05), 2, 21);
        Assert.InRange(seeds.Count(moments => ArrivalFit.PoissonCounts(Counts(moments, 5, windows: 50)) < 0.05), 2, 21);
    }

    [Fact]
    public void Even_ConstantRate_IsNotPoisson()
    {
        var moments = Moments(ArrivalSchedule.Constant(500, Seconds(10), ArrivalSpacing.Even, 1));

        Assert.InRange(ArrivalFit.ExponentialGaps(ArrivalFit.Gaps(moments), 1.0 / 500), 0, 1e-6);
        Assert.InRange(ArrivalFit.PoissonCounts(Counts(moments, 10, windows: 100)), 0, 1e-6);
    }

    [Fact]
    public void PoissonCounts_Bursts_AreNotPoisson() =>
        Assert.InRange(ArrivalFit.PoissonCounts([.. Enumerable.Range(0, 100).Select(window => window % 10 == 0 ? 50 : 5)]), 0, 1e-6);

    [Fact]
    public void ExponentialGaps_PoissonScheduleSentInBursts_AreNotPoisson()
    {
        // A sender that looks at its clock every 5 ms: the schedule is right, what it sends is not.
        var planned = Moments(ArrivalSchedule.Constant(500, Seconds(7), ArrivalSpacing.Poisson, 1));
        var gaps = ArrivalFit.Gaps(planned);
        var sent = ArrivalFit.Gaps(planned.Select(moment => Math.Ceiling(moment / 0.005) * 0.005));

        Assert.InRange(ArrivalFit.ExponentialGaps(gaps, 1.0 / 500), Significance, 1);
        Assert.InRange(ArrivalFit.ExponentialGaps(sent, 1.0 / 500), 0, 1e-6);
        Assert.InRange(ArrivalFit.ExponentialDistance(gaps, 1.0 / 500), 0, 0.05);
        Assert.InRange(ArrivalFit.ExponentialDistance(sent, 1.0 / 500), 0.3, 1);
    }

    [Fact]
    public void ExponentialDistance_GapsAllOfTheMean_IsThatOfOneStep() =>
        Assert.Equal(1 - Math.Exp(-1), ArrivalFit.ExponentialDistance([2, 2, 2, 2], mean: 2), 9);

    [Fact]
    public void ShareOfEvenGaps_OneRequestLate_LosesTheGapsOnItsBothSides()
    {
        var onTime = ArrivalFit.Gaps(Enumerable.Range(1, 100).Select(number => number * 0.002));
        var oneLate = ArrivalFit.Gaps(Enumerable.Range(1, 100).Select(number => (number * 0.002) + (number == 50 ? 0.0005 : 0)));

        Assert.Equal(1, ArrivalFit.ShareOfEvenGaps(onTime, 0.002, tolerance: 0.1));
        Assert.Equal(0.98, ArrivalFit.ShareOfEvenGaps(oneLate, 0.002, tolerance: 0.1), 9);
        Assert.Equal(1, ArrivalFit.ShareOfEvenGaps(oneLate, 0.002, tolerance: 0.3));
    }

    [Fact]
    public void Gaps_MomentsInAnyOrder_AreThoseOfTheirOrder() => Assert.Equal([1, 2, 4], ArrivalFit.Gaps([7, 1, 3]));

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private static List<double> Moments(ArrivalSchedule schedule) => [.. schedule.Moments().Select(moment => moment.TotalSeconds)];

    private static int[] Counts(IEnumerable<double> moments, double seconds, int windows)
    {
        var counts = new int[windows];
        foreach (var moment in moments)
        {
            counts[(int)(moment / seconds * windows)]++;
        }

        return counts;
    }
}
