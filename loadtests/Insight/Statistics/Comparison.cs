using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Whether a lower or a higher figure is better.</summary>
public enum BetterWhen
{
    Lower,
    Higher,
}

/// <summary>The verdict on the difference between A and B.</summary>
public enum ComparisonVerdict
{
    /// <summary>The difference may be chance. A true difference may exist, too small to be found.</summary>
    NoDifferenceSeen,

    /// <summary>B is better than A.</summary>
    Better,

    /// <summary>B is worse than A.</summary>
    Worse,

    /// <summary>A lower bound, or failures of B, do not decide the comparison.</summary>
    NotDecided,

    /// <summary>Two single runs, of which one does not show how the figure varies within it.</summary>
    NoVerdict,
}

/// <summary>The comparison of one figure of B with the same figure of A.</summary>
/// <param name="MedianA">In the unit of the figure, as <paramref name="MedianB"/>.</param>
/// <param name="DifferencePercent">B compared with A, from the median of the ratios of each B to each A: +10 is 10 % more. The
/// true difference is at least this one if B is a lower bound, and at most this one if A is. NaN if both are.</param>
/// <param name="Interval">The 95 % interval of <paramref name="DifferencePercent"/>; NaN without a verdict. For a verdict it is
/// not enough that it excludes zero.</param>
/// <param name="FindablePercent">The true change that would be found in 95 of 100 comparisons with the measured noise; NaN if a
/// figure is a lower bound, because its noise is not known.</param>
public sealed record Comparison(
    double MedianA, double MedianB, double DifferencePercent, Interval Interval, double FindablePercent,
    ComparisonVerdict Verdict)
{
    /// <summary>
    /// The chance of a false alarm: 1 in 200. A percentile interval of a few values raises false alarms several times more often
    /// than its level states; docs/comparing.md has the rates.
    /// </summary>
    public const double FalseAlarmChance = 0.005;

    /// <summary><see cref="MedianA"/> is a lower bound: the figure of a run falls among requests without an answer.</summary>
    public bool AtLeastA { get; private init; }

    /// <inheritdoc cref="AtLeastA"/>
    public bool AtLeastB { get; private init; }

    /// <summary>
    /// The figure is a latency, and requests of B fail more often than those of A. A failure counts as exceeding every limit.
    /// </summary>
    public bool FailsMore { get; private init; }

    /// <summary>How much worse B is, in per cent of A; negative if B is better.</summary>
    public double WorseByPercent(BetterWhen better) => better == BetterWhen.Lower ? DifferencePercent : -DifferencePercent;

    /// <summary>Compares repeats of A with repeats of B that alternated (A B A B), one value for each run.</summary>
    /// <param name="seed">The seed of the bootstrap.</param>
    /// <exception cref="ArgumentException">A side has fewer than two values, or a value is not above zero.</exception>
    public static Comparison FromRepeats(
        IReadOnlyList<double> a, IReadOnlyList<double> b, BetterWhen better = BetterWhen.Lower,
        ulong seed = Bootstrap.DefaultSeed)
    {
        var shift = RepeatShift.Estimate(Logarithms(a, nameof(a)), Logarithms(b, nameof(b)), seed);
        return FromShift(a.Median(), b.Median(), shift, better);
    }

    /// <summary>
    /// The same comparison with lower bounds. The verdict stays only if the true figure makes the difference larger: B is larger
    /// and a lower bound, or B is smaller and A is a lower bound.
    /// </summary>
    internal Comparison WithLowerBounds(bool a, bool b) => !a && !b ? this : this with
    {
        AtLeastA = a,
        AtLeastB = b,
        DifferencePercent = a && b ? double.NaN : DifferencePercent,
        Interval = new Interval(a ? -100 : Interval.Low, b ? double.PositiveInfinity : Interval.High),
        FindablePercent = double.NaN,
        Verdict = Verdict == ComparisonVerdict.NoVerdict
            || (a != b && Verdict != ComparisonVerdict.NoDifferenceSeen && b == DifferencePercent > 0)
            ? Verdict
            : ComparisonVerdict.NotDecided,
    };

    /// <summary>The same comparison of a latency: B is not better if its requests fail more often than those of A.</summary>
    internal Comparison WithFailures(bool failsMore) => this with
    {
        FailsMore = failsMore,
        Verdict = failsMore && Verdict == ComparisonVerdict.Better ? ComparisonVerdict.NotDecided : Verdict,
    };

    /// <summary>The difference of two single figures, of which nothing shows how much they vary by chance.</summary>
    internal static Comparison WithoutInterval(double a, double b) => new(
        a, b, (b / a - 1) * 100, new Interval(double.NaN, double.NaN), double.NaN, ComparisonVerdict.NoVerdict);

    internal static Comparison FromShift(double a, double b, LogShift shift, BetterWhen better) => new(
        a,
        b,
        Percent(shift.Shift),
        new Interval(Percent(shift.Interval.Low), Percent(shift.Interval.High)),
        Percent(shift.DetectableShift(FalseAlarmChance)),
        !shift.IsSeen(FalseAlarmChance) ? ComparisonVerdict.NoDifferenceSeen
            : shift.Shift > 0 == (better == BetterWhen.Higher) ? ComparisonVerdict.Better
            : ComparisonVerdict.Worse);

    private static double Percent(double logarithm) => (Math.Exp(logarithm) - 1) * 100;

    private static double[] Logarithms(IReadOnlyList<double> values, string name)
    {
        if (values.Count < 2)
        {
            throw new ArgumentException($"At least two repeats are needed; there is {values.Count}.", name);
        }

        return values.All(value => value > 0 && double.IsFinite(value))
            ? [.. values.Select(value => Math.Log(value))]
            : throw new ArgumentException("Only values above zero can be compared by their ratio.", name);
    }
}
