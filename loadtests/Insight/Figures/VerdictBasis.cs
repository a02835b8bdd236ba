namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>What a verdict rests on, in the same words in every lab: how many runs, and the interval if there is one.</summary>
public static class VerdictBasis
{
    /// <param name="runs">Of the load that the verdict is about, or rounds of it.</param>
    /// <param name="interval">In words with its coverage, for example <c>95 % interval 1.2 to 1.4</c>; null without one.</param>
    public static string Describe(int runs, string? interval = null) =>
        FormattableString.Invariant($"{(runs == 1 ? "one run" : $"{runs:#,0} runs")}, {interval ?? "no interval"}");
}
