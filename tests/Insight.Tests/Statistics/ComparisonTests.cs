using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class ComparisonTests
{
    private static readonly double[] About100 = [99, 101, 100, 98, 102];

    [Theory]
    [InlineData(BetterWhen.Lower, ComparisonVerdict.Worse, 20)]
    [InlineData(BetterWhen.Higher, ComparisonVerdict.Better, -20)]
    public void FromRepeats_AFifthMore_IsJudgedByWhatTheFigureShouldDo(BetterWhen better, ComparisonVerdict verdict, double worseBy)
    {
        var comparison = Comparison.FromRepeats(About100, [.. About100.Select(value => value * 1.2)], better);

        Assert.Equal(verdict, comparison.Verdict);
        Assert.Equal((100, 120), (comparison.MedianA, comparison.MedianB));
        Assert.Equal(20, comparison.DifferencePercent, 6);
        Assert.Equal(worseBy, comparison.WorseByPercent(better), 6);
        Assert.InRange(comparison.Interval.Low, 16, 19);
        Assert.InRange(comparison.Interval.High, 21, 24);
    }

    [Fact]
    public void FromRepeats_DifferenceWithinTheNoise_SaysHowLargeOneWouldHaveBeenFound()
    {
        var comparison = Comparison.FromRepeats(About100, [100, 102, 101, 99, 103]);

        Assert.Equal(ComparisonVerdict.NoDifferenceSeen, comparison.Verdict);
        Assert.Equal(1, comparison.DifferencePercent, 1);
        Assert.True(comparison.Interval is { Low: < 0, High: > 1 }, $"{comparison}");
        Assert.InRange(comparison.FindablePercent, 5, 7);
    }

    [Fact]
    public void FromRepeats_ExactlyTheSame_HasNoWidth()
    {
        var comparison = Comparison.FromRepeats([9, 9, 9], [9, 9, 9]);

        Assert.Equal((0, 0, 0), (comparison.DifferencePercent, comparison.Interval.Low, comparison.Interval.High));
        Assert.Equal(ComparisonVerdict.NoDifferenceSeen, comparison.Verdict);
    }

    [Theory]
    [InlineData(9.005, ComparisonVerdict.NoDifferenceSeen)]
    [InlineData(9.1, ComparisonVerdict.Worse)]
    public void FromRepeats_CountsThatNeverVary_AreKnownToATenthOfAPercentAndNoBetter(double count, ComparisonVerdict verdict) =>
        Assert.Equal(verdict, Comparison.FromRepeats([9, 9, 9, 9, 9], [count, count, count, count, count]).Verdict);

    [Fact]
    public void FromRepeats_OneRunThatWentWrong_HardlyMovesTheDifference()
    {
        var comparison = Comparison.FromRepeats(About100, [110, 111, 109, 112, 400]);

        Assert.InRange(comparison.DifferencePercent, 9, 13);
        Assert.Equal(ComparisonVerdict.NoDifferenceSeen, comparison.Verdict);
    }

    // The second half of A's or B's requests has no answer: the values are lower bounds.
    [Theory]
    [InlineData(false, true, 1.2, ComparisonVerdict.Worse, "at least +20.0 %", "from +")]
    [InlineData(false, true, 0.8, ComparisonVerdict.NotDecided, "at least -20.0 %", "from -")]
    [InlineData(false, true, 1.0, ComparisonVerdict.NotDecided, "at least 0.0 %", "from -")]
    [InlineData(true, false, 0.8, ComparisonVerdict.Better, "at most -20.0 %", "up to -")]
    [InlineData(true, false, 1.2, ComparisonVerdict.NotDecided, "at most +20.0 %", "up to +")]
    [InlineData(true, true, 1.2, ComparisonVerdict.NotDecided, "–", "–")]
    public void WithLowerBounds_EitherSide_DecidesOnlyWhatALargerFigureWouldNotChange(
        bool a, bool b, double factor, ComparisonVerdict verdict, string difference, string interval)
    {
        var comparison = Comparison.FromRepeats(About100, [.. About100.Select(value => value * factor)]).WithLowerBounds(a, b);

        Assert.Equal(verdict, comparison.Verdict);
        Assert.Equal(difference, ComparisonText.Difference(comparison));
        Assert.StartsWith(interval, ComparisonText.Interval(comparison));
        Assert.Equal("–", ComparisonText.Unsigned(comparison.FindablePercent));
    }

    [Theory]
    [InlineData(10, "+10.0 %")]
    [InlineData(-0.04, "0.0 %")]
    [InlineData(5_540, "> +999 %")]
    public void Signed_Percent_IsShort(double percent, string text) => Assert.Equal(text, ComparisonText.Signed(percent));

    [Fact]
    public void FromRepeats_SameSeed_GivesTheSameInterval() =>
        Assert.Equal(
            Comparison.FromRepeats(About100, [104, 99, 108, 103, 101], seed: 3),
            Comparison.FromRepeats(About100, [104, 99, 108, 103, 101], seed: 3));

    [Fact]
    public void FromRepeats_OneRepeat_IsRefused() =>
        Assert.Contains("At least two", Assert.Throws<ArgumentException>(() => Comparison.FromRepeats([1], [2, 3])).Message);

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    public void FromRepeats_ValueWithoutARatio_IsRefused(double value) =>
        Assert.Contains("above zero", Assert.Throws<ArgumentException>(() => Comparison.FromRepeats([1, 2], [2, value])).Message);
}
