using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class RecoveryTests
{
    private const double Objective = 0.5;
    private const double End = 10;

    [Fact]
    public void Find_AllInTime_IsAtOnce() => Assert.Equal(0.0, Find(Probes(20, _ => Good)));

    [Theory]
    [InlineData(10.05, 0.1)]
    [InlineData(10.69, 0.7)]
    [InlineData(10.71, 0.8)]
    [InlineData(12.5, 2.5)]
    public void Find_LateUntilAMoment_IsTheNextTenthOfASecond(double normalFrom, double expected) =>
        Assert.Equal(expected, Find(Probes(50, at => at < normalFrom ? Late : Good))!.Value, 6);

    [Theory]
    [InlineData(AttemptOutcome.Refused)]
    [InlineData(AttemptOutcome.Failed)]
    [InlineData(AttemptOutcome.Unanswered)]
    public void Find_NotAnsweredThoughQuick_IsNotNormal(AttemptOutcome end) =>
        Assert.Null(Find(Probes(20, at => new Attempt(at, 0.01, end, IsRetry: false))));

    [Fact]
    public void Find_MissesEverySecond_IsNever() =>
        Assert.Null(Find(Probes(20, at => at % 1 < 0.05 ? Late : Good)));

    // As at the capacity: 99 of a hundred within the objective.
    [Theory]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public void Find_OneInAHundredMisses_IsNormal(int misses, bool normal) => Assert.Equal(
        normal, Find(Probes(100, at => at % 1 * 100 % 100 < misses - 0.5 ? Late : Good)) is not null);

    [Fact]
    public void Find_NobodyAsked_IsUnknown() => Assert.Null(Find([]));

    [Fact]
    public void Find_RepeatedRequestsLate_DoNotCount()
    {
        var repeated = Probes(20, at => new Attempt(at, 2, AttemptOutcome.Answered, IsRetry: true));

        Assert.Equal(0.0, Find([.. repeated, .. Probes(20, _ => Good)]));
    }

    [Fact]
    public void Find_LessThanASecondKnown_IsUnknown() =>
        Assert.Null(Recovery.Find(Probes(20, _ => Good), End, End + 0.9, Objective));

    private static Attempt Good => new(0, 0.1, AttemptOutcome.Answered, IsRetry: false);

    private static Attempt Late => new(0, 0.6, AttemptOutcome.Answered, IsRetry: false);

    /// <summary>Evenly, for five seconds after the load.</summary>
    private static List<Attempt> Probes(int perSecond, Func<double, Attempt> what) =>
    [
        .. Enumerable.Range(0, 5 * perSecond)
            .Select(number => End + ((number + 0.25) / perSecond))
            .Select(at => what(at) with { At = at }),
    ];

    private static double? Find(IReadOnlyList<Attempt> attempts) => Recovery.Find(attempts, End, End + 5, Objective);
}
