using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Insight.Statistics;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>How often a search is right, counted on searches of systems whose limit has a formula.</summary>
public sealed class CapacitySearchRateTests
{
    private static readonly CapacityPlan Plan = new();

    /// <summary>Several tests look at the same searches.</summary>
    private static readonly ConcurrentDictionary<Setting, (double Limit, List<SearchResult> Results)> Runs = [];

    /// <summary>
    /// Queues with few requests, whose misses grow slowly with the rate, and many; machines that differ from trial to trial; and
    /// systems that refuse what is too much.
    /// </summary>
    public static TheoryData<Setting> Settings =>
    [
        new Setting(Cliff: false, 40, 250, 0),
        new Setting(Cliff: false, 60, 250, 0),
        new Setting(Cliff: false, 100, 100, 0),
        new Setting(Cliff: false, 150, 100, 0),
        new Setting(Cliff: false, 600, 100, 0),
        new Setting(Cliff: false, 600, 100, 0.01),
        new Setting(Cliff: false, 600, 100, 0.03),
        new Setting(Cliff: false, 600, 100, 0.05),
        new Setting(Cliff: false, 3_000, 100, 0),
        new Setting(Cliff: true, 600, 100, 0.01),
        new Setting(Cliff: true, 600, 100, 0.02),
        new Setting(Cliff: true, 600, 100, 0.03),
    ];

    [Theory]
    [MemberData(nameof(Settings))]
    public void Search_ManyTimes_IsRightOnAverage(Setting setting)
    {
        var (limit, results) = Run(setting);

        Assert.InRange(results.Average(result => result.Found.Estimate!.Rate) / limit, 0.98, 1.02);
    }

    [Theory]
    [MemberData(nameof(Settings))]
    public void Search_ManyTimes_ComesToTheSameRate(Setting setting)
    {
        var (limit, results) = Run(setting);

        // At a limit of 22 req/s sixteen trials of 18 s have some sixty misses together, and they grow slowly.
        Assert.InRange(Scatter(results), 0, limit < 50 ? 0.035 : 0.03);
    }

    [Theory]
    [MemberData(nameof(Settings))]
    public void Interval_ManySearches_CoversTheTrueLimit(Setting setting)
    {
        var (limit, results) = Run(setting);

        Assert.InRange(results.Count(result => result.Covers(limit)), setting.Searches * 0.9, setting.Searches);
    }

    /// <summary>One that always covers the limit because it is far too wide tells nothing.</summary>
    [Theory]
    [MemberData(nameof(Settings))]
    public void Interval_ManySearches_IsNoWiderThanTheyScatter(Setting setting)
    {
        var (_, results) = Run(setting);

        Assert.InRange(
            results.Average(result => result.Found.Estimate!.Uncertainty),
            LimitEstimate.MinUncertainty * 0.999,
            Math.Max(0.016, 3.2 * Scatter(results)));
    }

    /// <summary>Doubling, bisecting and refining, with what a trial takes in addition to its measured interval.</summary>
    [Fact]
    public void Search_UsualRates_TakesSixToTenMinutes()
    {
        var (_, usual) = Run(new Setting(Cliff: false, 600, 100, 0.01));
        var (_, slow) = Run(new Setting(Cliff: false, 40, 250, 0));

        Assert.InRange(usual.Average(Seconds), 300, 390);
        Assert.InRange(slow.Average(Seconds), 300, 630);

        static double Seconds(SearchResult result) => result.Trials.Sum(
            trial => trial.Seconds + 1.1 + (trial.Purpose == TrialPurpose.Refining ? Plan.QueueSettlingSeconds : Plan.SettlingSeconds));
    }

    private static double Scatter(IReadOnlyList<SearchResult> results) =>
        Spread.CoefficientOfVariation([.. results.Select(result => result.Found.Estimate!.Rate)]);

    // A goal remembers likelihoods of all of its trials: one for each search.
    private static (double Limit, List<SearchResult> Results) Run(Setting setting) => Runs.GetOrAdd(setting, key => (
        key.System(seed: 1).TrueLimit,
        [.. Enumerable.Range(1, key.Searches).Select(
            seed => key.System((ulong)seed).Search(new LatencyGoal(key.Objective), Plan))]));

    /// <param name="MachineNoise">Standard deviation of the service rate from trial to trial, as a share.</param>
    public sealed record Setting(bool Cliff, double ServiceRate, double ObjectiveMs, double MachineNoise)
    {
        /// <summary>The more they scatter, the more of them it takes to tell how many intervals are right.</summary>
        internal int Searches => MachineNoise < 0.03 ? 40 : 200;

        internal TimeSpan Objective => TimeSpan.FromMilliseconds(ObjectiveMs);

        internal SimulatedSystem System(ulong seed) => Cliff
            ? SimulatedSystem.Cliff(ServiceRate, MachineNoise, seed)
            : SimulatedSystem.Queue(ServiceRate, Objective, MachineNoise, seed);
    }
}
