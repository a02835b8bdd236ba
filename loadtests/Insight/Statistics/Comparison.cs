using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Which way a figure should go.</summary>
public enum BetterWhen
{
    Lower,
    Higher,
}

/// <summary>What may be said of a difference between A and B.</summary>
public enum ComparisonVerdict
{
    /// <summary>Chance makes differences like this one; there may be a true one that is smaller than what can be seen.</summary>
    NoDifferenceSeen,

    /// <summary>B is better than A.</summary>
    Better,

    /// <summary>B is worse than A.</summary>
    Worse,

    /// <summary>A figure is a lower bound, and that does not decide it.</summary>
    NotDecided,
}

/// <summary>One figure of B against the same figure of A.</summary>
/// <param name="MedianA">In the figure's own unit, as <paramref name="MedianB"/>.</param>
/// <param name="DifferencePercent">
/// B against A: the median of the ratios of each B to each A. +10 is a tenth more. At least so much where B is a lower bound, at
/// most so much where A is; not a number where both are.
/// </param>
/// <param name="Low">
/// The lower end of the 95 % interval of <paramref name="DifferencePercent"/>. A verdict asks for more than an interval without
/// zero.
/// </param>
/// <param name="FindablePercent">
/// The true change that this comparison would have found 95 times in 100, given the noise that it saw; not a number where a
/// figure is a lower bound, whose noise is not known.
/// </param>
public sealed record Comparison(
    double MedianA,
    double MedianB,
    double DifferencePercent,
    double Low,
    double High,
    double FindablePercent,
    ComparisonVerdict Verdict)
{
    /// <summary>
    /// The chance of a verdict where there is no difference: 1 in 200. A percentile interval of so few values would raise a false
    /// alarm several times as often as it says; docs/comparing.md has the rates.
    /// </summary>
    public const double FalseAlarmChance = 0.005;

    /// <summary><see cref="MedianA"/> is a lower bound: a run's figure falls among requests without an answer.</summary>
    public bool AtLeastA { get; private init; }

    /// <inheritdoc cref="AtLeastA"/>
    public bool AtLeastB { get; private init; }

    /// <summary>How much worse B is, in per cent of A; negative where it is better.</summary>
    public double WorseByPercent(BetterWhen better) => better == BetterWhen.Lower ? DifferencePercent : -DifferencePercent;

    /// <summary>Compares repeats of A with repeats of B that were run in turn (A B A B), one value for each run.</summary>
    /// <param name="seed">Of the bootstrap.</param>
    /// <exception cref="ArgumentException">There are fewer than two values of one, or a value is not above zero.</exception>
    public static Comparison FromRepeats(
        IReadOnlyList<double> a,
        IReadOnlyList<double> b,
        BetterWhen better = BetterWhen.Lower,
        ulong seed = Bootstrap.DefaultSeed,
        double falseAlarmChance = FalseAlarmChance)
    {
        var shift = RepeatShift.Estimate(Logarithms(a, nameof(a)), Logarithms(b, nameof(b)), seed);
        return FromShift(a.Median(), b.Median(), shift, better, falseAlarmChance);
    }

    /// <summary>
    /// The same where figures are lower bounds. Only a difference that a larger figure makes larger still is decided: that B is
    /// larger where B is a bound, that B is smaller where A is.
    /// </summary>
    internal Comparison WithLowerBounds(bool a, bool b) => !a && !b ? this : this with
    {
        AtLeastA = a,
        AtLeastB = b,
        DifferencePercent = a && b ? double.NaN : DifferencePercent,
        Low = a ? -100 : Low,
        High = b ? double.PositiveInfinity : High,
        FindablePercent = double.NaN,
        Verdict = a != b && Verdict != ComparisonVerdict.NoDifferenceSeen && b == DifferencePercent > 0
            ? Verdict
            : ComparisonVerdict.NotDecided,
    };

    internal static Comparison FromShift(
        double a, double b, LogShift shift, BetterWhen better, double falseAlarmChance = FalseAlarmChance) => new(
        a,
        b,
        Percent(shift.Shift),
        Percent(shift.Interval.Low),
        Percent(shift.Interval.High),
        Percent(shift.Findable(falseAlarmChance)),
        !shift.IsSeen(falseAlarmChance) ? ComparisonVerdict.NoDifferenceSeen
            : shift.Shift > 0 == (better == BetterWhen.Higher) ? ComparisonVerdict.Better
            : ComparisonVerdict.Worse);

    private static double Percent(double logarithm) => (Math.Exp(logarithm) - 1) * 100;

    private static double[] Logarithms(IReadOnlyList<double> values, string name)
    {
        if (values.Count < 2)
        {
            throw new ArgumentException($"Repeats are at least two; there is {values.Count}.", name);
        }

        return values.All(value => value > 0 && double.IsFinite(value))
            ? [.. values.Select(value => Math.Log(value))]
            : throw new ArgumentException("Only values above zero can be compared by their ratio.", name);
    }
}
