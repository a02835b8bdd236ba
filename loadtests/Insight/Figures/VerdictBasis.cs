namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>The basis of a verdict, in the same words in every lab: the number of runs, and the interval if any.</summary>
public static class VerdictBasis
{
    /// <param name="runs">The number of runs or rounds of the load of the verdict.</param>
    /// <param name="interval">The interval and its coverage as text, such as <c>95 % interval 1.2 to 1.4</c>; null without
    /// one.</param>
    public static string Describe(int runs, string? interval = null) =>
        $"{(runs == 1 ? "one run" : $"{runs:#,0} runs")}, {interval ?? "no interval"}";
}
