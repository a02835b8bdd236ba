using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

/// <summary>What the comparison of repeats promises, counted on simulated ones. The rates are printed.</summary>
public sealed class ComparisonRateTests(ITestOutputHelper output)
{
    private const int Simulations = 200;

    public static TheoryData<string> Shapes => ["normal", "skewed", "outliers", "one noisier", "lasting", "drifting"];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void FromRepeats_TwoHundredComparisonsOfTheSame_RaiseAtMostOneFalseAlarmInAHundred(string shape)
    {
        var alarms = Verdicts(shape, 0.025, repeats: 5, change: 1, Simulations).Count(IsADifference);

        output.WriteLine($"{shape}: {alarms} false alarms in {Simulations} comparisons of 5 pairs");
        Assert.True(alarms <= Simulations / 100, $"{alarms} false alarms");
    }

    [Theory]
    [InlineData(0.020, 5)]
    [InlineData(0.025, 6)]
    [InlineData(0.030, 8)]
    public void FromRepeats_TwoHundredTrueChangesOfATenth_FindsAtLeastNinetyFiveInAHundred(double variation, int repeats)
    {
        var slower = Verdicts("normal", variation, repeats, change: 1.1, Simulations).Count(
            verdict => verdict == ComparisonVerdict.Worse);
        var faster = Verdicts("normal", variation, repeats, change: 0.9, Simulations).Count(
            verdict => verdict == ComparisonVerdict.Better);

        output.WriteLine(
            $"{variation:P1} between repeats, {repeats} pairs: {slower} of {Simulations} found slower, {faster} faster");
        Assert.True(slower >= Simulations * 0.95, $"{slower} of {Simulations} slower ones found");
        Assert.True(faster >= Simulations * 0.95, $"{faster} of {Simulations} faster ones found");
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void FromRepeats_ManyComparisons_IntervalHoldsTheTruthAboutAsOftenAsItSays(string shape)
    {
        const int Many = 500;

        var held = Simulate(shape, 0.025, repeats: 5, change: 1.1, Many).Count(
            comparison => comparison.Interval.Contains(10));

        output.WriteLine($"{shape}: the 95 % interval held the true difference in {100.0 * held / Many:0.0} of 100 comparisons");
        Assert.True(held >= Many * 0.925, $"held in {held} of {Many}");
    }

    [Theory]
    [InlineData("normal", 2)]
    [InlineData("normal", 3)]
    [InlineData("normal", 4)]
    [InlineData("skewed", 2)]
    [InlineData("skewed", 3)]
    [InlineData("skewed", 4)]
    public void FromRepeats_FewRepeats_IntervalHoldsTheTruthAboutAsOftenAsItSays(string shape, int repeats)
    {
        const int Many = 500;

        var held = Simulate(shape, 0.025, repeats, change: 1.1, Many).Count(
            comparison => comparison.Interval.Contains(10));

        output.WriteLine($"{shape}, {repeats} repeats: the interval held the true difference in {100.0 * held / Many:0.0} of 100");
        Assert.True(held >= Many * 0.925, $"held in {held} of {Many}");
    }

    /// <summary>Why the verdict does not rest on the usual percentile interval.</summary>
    [Fact]
    public void PercentileInterval_OfFiveDifferences_RaisesFarMoreFalseAlarmsThanFiveInAHundred()
    {
        const int Many = 1_000;
        var noise = new RepeatNoise(17, "normal", 0.025);
        var alarms = 0;
        for (var simulation = 0; simulation < Many; simulation++)
        {
            var (a, b) = noise.Draw(5, 1);
            double[] differences = [.. a.Zip(b, (before, after) => after - before)];
            alarms += PercentileInterval(differences, (ulong)simulation).Contains(0) ? 0 : 1;
        }

        output.WriteLine(
            $"percentile interval of the mean difference of 5 pairs: {100.0 * alarms / Many:0.0} false alarms in 100");
        Assert.True(alarms > Many * 0.08, $"{alarms} of {Many}");
    }

    private static Interval PercentileInterval(double[] samples, ulong seed)
    {
        var random = new SeededRandom(seed);
        return Bootstrap.BetweenTails(
        [
            .. Enumerable.Range(0, Bootstrap.Resamples).Select(_ => samples.Average(_ => samples[random.Next(samples.Length)])),
        ]);
    }

    private static bool IsADifference(ComparisonVerdict verdict) => verdict != ComparisonVerdict.NoDifferenceSeen;

    private static IEnumerable<ComparisonVerdict> Verdicts(string shape, double variation, int repeats, double change, int count) =>
        Simulate(shape, variation, repeats, change, count).Select(comparison => comparison.Verdict);

    private static IEnumerable<Comparison> Simulate(string shape, double variation, int repeats, double change, int count)
    {
        var noise = new RepeatNoise(17, shape, variation);
        for (var simulation = 0; simulation < count; simulation++)
        {
            var (a, b) = noise.Draw(repeats, change);
            yield return Comparison.FromRepeats(a, b, seed: (ulong)simulation);
        }
    }
}
