using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.NBomber.Simulations;

namespace DroneDelivery.Lab.Tests.NBomber;

/// <summary>The adapter's project needs the NBomber package, so its arithmetic is compiled into these tests.</summary>
public sealed class EqualSecondsTests
{
    /// <summary>The quick tuning test: steps of 1.125 s. A second has the users that are planned for its middle.</summary>
    [Fact]
    public void FromSteps_StaircaseOfFortyUsersIn45Seconds_TakesAsLong()
    {
        var seconds = EqualSeconds.FromSteps(LoadStep.Staircase(1, 40, TimeSpan.FromSeconds(45)));

        Assert.Equal(TimeSpan.FromSeconds(45), EqualSeconds.TotalDuration(seconds));
        Assert.Equal(Enumerable.Range(1, 40), seconds.Select(second => second.Count));
        Assert.Equal(
            Enumerable.Range(0, 45).Select(second => 1 + (int)((second + 0.5) / 1.125)),
            seconds.SelectMany(each => Enumerable.Repeat(each.Count, (int)each.Duration.TotalSeconds)));
    }

    [Fact]
    public void FromSteps_Ramp_HasTheUsersOfTheMiddleOfEachSecond() =>
        Assert.Equal([(1, 1), (3, 1), (5, 1), (7, 1)], Pairs(EqualSeconds.FromSteps([LoadStep.Ramp(0, 8, TimeSpan.FromSeconds(4))])));

    [Fact]
    public void FromSteps_FractionOfASecondAtTheEnd_IsRoundedUpWithTheLastUsers() => Assert.Equal(
        [(2, 1), (5, 2)],
        Pairs(EqualSeconds.FromSteps([LoadStep.Hold(2, TimeSpan.FromSeconds(1)), LoadStep.Hold(5, TimeSpan.FromSeconds(1.25))])));

    [Fact]
    public void FromSchedule_ConstantRate_CountsTheArrivalsOfEachSecond() => Assert.Equal(
        [(10, 2), (5, 1)],
        Pairs(EqualSeconds.FromSchedule(
            ArrivalSchedule.Constant(10, TimeSpan.FromSeconds(2.5), ArrivalSpacing.Even, seed: 1))));

    [Fact]
    public void FromSchedule_Pause_IsASecondWithoutArrivals() => Assert.Equal(
        [(10, 1), (0, 2), (10, 1)],
        Pairs(EqualSeconds.FromSchedule(ArrivalSchedule.Staged(
            [
                ArrivalStage.Hold(10, TimeSpan.FromSeconds(1)), ArrivalStage.Hold(0, TimeSpan.FromSeconds(2)),
                ArrivalStage.Hold(10, TimeSpan.FromSeconds(1)),
            ],
            ArrivalSpacing.Even,
            seed: 1))));

    /// <summary>NBomber rounds each of three steps of 1.5 s up to 2 s; the plan rounds only their sum.</summary>
    [Fact]
    public void TotalDuration_StepsOfFractions_IsTheirSumRoundedUpToASecond() => Assert.Equal(
        TimeSpan.FromSeconds(5),
        EqualSeconds.TotalDuration(EqualSeconds.FromSteps(LoadStep.Staircase(1, 3, TimeSpan.FromSeconds(4.5)))));

    [Fact]
    public void TotalDuration_ScheduleWithAPause_IncludesIt() => Assert.Equal(
        TimeSpan.FromSeconds(6), EqualSeconds.TotalDuration([new(10, Seconds(1)), new(0, Seconds(2)), new(10, Seconds(3))]));

    private static TimeSpan Seconds(int seconds) => TimeSpan.FromSeconds(seconds);

    private static IEnumerable<(int Count, int Seconds)> Pairs(IEnumerable<EqualSeconds> seconds) =>
        seconds.Select(each => (each.Count, (int)each.Duration.TotalSeconds));
}
