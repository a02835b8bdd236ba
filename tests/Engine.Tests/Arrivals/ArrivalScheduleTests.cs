using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.Engine.Tests.Arrivals;

public sealed class ArrivalScheduleTests
{
    [Fact]
    public void Constant_EvenSpacing_IsExactToTheLastArrival()
    {
        var schedule = ArrivalSchedule.Constant(700, Seconds(60), ArrivalSpacing.Even, 1);

        var moments = schedule.Moments().ToList();

        Assert.Equal(42_000, moments.Count);
        Assert.Equal(Enumerable.Range(0, 42_000).Select(n => (long)Math.Round(n * 1e7 / 700)), moments.Select(moment => moment.Ticks));
    }

    [Theory]
    [InlineData(7, ArrivalSpacing.Even)]
    [InlineData(9_999_999.9, ArrivalSpacing.Even)]
    [InlineData(7, ArrivalSpacing.Poisson)]
    public void Counted_AnyRateAndSpacing_MakesExactlyThatManyAndAsConstantDoes(double rate, ArrivalSpacing spacing)
    {
        var schedule = ArrivalSchedule.Counted(rate, 1_001, spacing, 3);

        var moments = schedule.Moments().ToList();
        var beginning = ArrivalSchedule.Constant(rate, schedule.Duration / 2, spacing, 3).Moments().ToList();
        Assert.Equal((1_001, 1_001), (moments.Count, schedule.Expected));
        Assert.Equal(1_001 / rate, schedule.Duration.TotalSeconds, 6);
        Assert.InRange(beginning.Count, 400, 600);
        Assert.Equal(beginning, moments.Take(beginning.Count));
    }

    [Theory]
    [InlineData(0, 500, 25_000)]
    [InlineData(500, 0, 25_000)]
    [InlineData(100, 300, 20_000)]
    public void Ramp_EvenSpacing_MakesTheIntegralOfItsRateAndReachesItsTarget(double from, double to, int arrivals)
    {
        var schedule = ArrivalSchedule.Staged([ArrivalStage.Ramp(from, to, Seconds(100))], ArrivalSpacing.Even, 1);

        var moments = schedule.Moments().ToList();

        Assert.Equal(arrivals, moments.Count);
        Assert.Equal(arrivals, schedule.Expected);
        Assert.Equal(from + ((to - from) / 200), moments.Count(moment => moment < Seconds(1)), 1.0);
        Assert.Equal(to - ((to - from) / 200), moments.Count(moment => moment >= Seconds(99)), 1.0);
        Assert.All(moments, moment => Assert.InRange(moment, TimeSpan.Zero, Seconds(100)));
    }

    [Fact]
    public void Staged_PauseBetweenStages_HasNoArrivals()
    {
        ArrivalStage[] stages = [ArrivalStage.Hold(0, Seconds(1)), ArrivalStage.Hold(4, Seconds(1)), ArrivalStage.Hold(0, Seconds(2)),
            ArrivalStage.Hold(2, Seconds(1))];

        var moments = ArrivalSchedule.Staged(stages, ArrivalSpacing.Even, 1).Moments();

        Assert.Equal([1, 1.25, 1.5, 1.75, 4, 4.5], moments.Select(moment => moment.TotalSeconds));
    }

    [Fact]
    public void Staged_FractionsOfArrivals_AreCarriedIntoTheNextStage()
    {
        var stages = Enumerable.Repeat(ArrivalStage.Hold(0.3, Seconds(1)), 1_000).ToArray();

        var moments = ArrivalSchedule.Staged(stages, ArrivalSpacing.Even, 1).Moments().ToList();

        Assert.Equal(300, moments.Count);
        Assert.Equal(299 / 0.3, moments[^1].TotalSeconds, 6);
    }

    [Fact]
    public void Moments_CalledAgain_AreTheSame()
    {
        var schedule = ArrivalSchedule.Constant(50, Seconds(20), ArrivalSpacing.Poisson, 7);
        var other = ArrivalSchedule.Constant(50, Seconds(20), ArrivalSpacing.Poisson, 8);

        Assert.Equal(schedule.Moments(), schedule.Moments());
        Assert.NotEqual(schedule.Moments(), other.Moments());
    }

    [Theory]
    [InlineData(0.5, 4.0)]
    [InlineData(10, 0.2)]
    public void Replay_Speed_ScalesEveryOffsetAndTheDuration(double speed, double seconds)
    {
        var recorded = new RecordedArrivals([TimeSpan.Zero, Seconds(0.5), Seconds(1)], Seconds(2));

        var schedule = ArrivalSchedule.Replay(recorded, speed);

        Assert.Equal(seconds, schedule.Duration.TotalSeconds, 6);
        Assert.Equal([0, seconds / 4, seconds / 2], schedule.Moments().Select(moment => moment.TotalSeconds));
    }

    [Theory]
    [InlineData(-1, 5, 1)]
    [InlineData(1, double.NaN, 1)]
    [InlineData(1, 1, 0)]
    [InlineData(0, 0, 1)]
    public void Staged_ImpossibleStages_AreRefused(double from, double to, double seconds)
    {
        ArrivalStage[] stages = [new ArrivalStage(from, to, Seconds(seconds))];

        Assert.Throws<ArgumentException>(() => ArrivalSchedule.Staged(stages, ArrivalSpacing.Even, 1));
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
