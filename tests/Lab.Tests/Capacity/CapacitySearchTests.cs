using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Insight.Statistics;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class CapacitySearchTests
{
    private static readonly LatencyGoal Goal = new(TimeSpan.FromMilliseconds(100));
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

    [Fact]
    public void Search_CpuGoal_FindsTheRateAtTheCap()
    {
        var system = SimulatedSystem.Queue(600, Goal.Objective, machineNoise: 0.005, seed: 3);

        var result = system.Search(new CpuGoal(0.8), Plan);

        Assert.True(result.Covers(system.TrueRateAtCpu(0.8)), result.Found.ToString());
        Assert.InRange(result.Found.Estimate!.Uncertainty, 0, 0.03);
    }

    /// <summary>A queue near the limit needs longer than CPU.</summary>
    [Fact]
    public void Next_AroundTheLimit_SettlesAsLongAsTheGoalNeeds()
    {
        Assert.Equal(Plan.QueueSettlingSeconds, SettlingAroundTheLimit(Goal));
        Assert.Equal(Plan.SettlingSeconds, SettlingAroundTheLimit(new CpuGoal(0.8)));

        static double SettlingAroundTheLimit(CapacityGoal goal)
        {
            var system = SimulatedSystem.Queue(600, Goal.Objective, machineNoise: 0, seed: 3);
            var search = new CapacitySearch(goal, Plan);
            var trials = new List<CapacityTrial>();
            while (search.Next(trials) is { Purpose: not TrialPurpose.Refining } next)
            {
                trials.Add(system.Run(next));
            }

            return search.Next(trials)!.Value.SettlingSeconds;
        }
    }

    [Fact]
    public void Search_FirstRateTooHigh_GoesDown()
    {
        var system = SimulatedSystem.Queue(200, Goal.Objective, machineNoise: 0, seed: 3);

        var result = system.Search(Goal, Plan with { StartRate = 1_600 });

        Assert.InRange(result.Found.Rate!.Value / system.TrueLimit, 0.95, 1.05);
    }

    [Fact]
    public void Search_NoRateTooHigh_EndsAtTheHighestAllowed()
    {
        var system = SimulatedSystem.Queue(6_000, Goal.Objective, machineNoise: 0, seed: 3);

        var result = system.Search(Goal, Plan with { MaxRate = 1_000 });

        Assert.Equal((1_000, null, null), (result.Found.Rate, result.Found.LowestMissed, result.Found.Estimate));
        Assert.Equal(1_000, result.Trials.Max(trial => trial.OfferedRate));
    }

    [Fact]
    public void Search_EveryRateTooHigh_EndsWithoutALimit()
    {
        var system = SimulatedSystem.Queue(6, Goal.Objective, machineNoise: 0, seed: 3);

        var result = system.Search(Goal, Plan);

        Assert.Null(result.Found.Rate);
        Assert.Equal(Plan.MinRate, result.Trials.Min(trial => trial.OfferedRate));
    }

    [Fact]
    public void Next_DoublesThenBisectsThenRefines()
    {
        var result = SimulatedSystem.Queue(600, Goal.Objective, machineNoise: 0, seed: 3).Search(Goal, Plan);

        Assert.Equal([20, 40, 80, 160, 320, 640, 640], RatesOf(result, TrialPurpose.Doubling));
        Assert.All(RatesOf(result, TrialPurpose.Bisecting), rate => Assert.InRange(rate, 320, 640));
        Assert.Equal(Plan.RefiningTrials, RatesOf(result, TrialPurpose.Refining).Count());
        Assert.All(RatesOf(result, TrialPurpose.Refining), rate => Assert.InRange(rate / result.Found.Estimate!.Rate, 0.9, 1.1));
    }

    [Fact]
    public void Search_OneHiccup_DoesNotEndTheDoubling()
    {
        var system = SimulatedSystem.Queue(600, Goal.Objective, machineNoise: 0, seed: 3);
        var search = new CapacitySearch(Goal, Plan);
        var trials = new List<CapacityTrial>();
        while (search.Next(trials) is { } next)
        {
            var trial = system.Run(next);
            trials.Add(trials.Count == 1 ? trial with { Good = 0 } : trial);
        }

        Assert.InRange(search.Conclude(trials).Rate!.Value / system.TrueLimit, 0.98, 1.02);
    }

    [Fact]
    public void Conclude_GeneratorWasTheLimitBelow_SaysSo()
    {
        var system = SimulatedSystem.Queue(600, Goal.Objective, machineNoise: 0, seed: 3);
        var search = new CapacitySearch(Goal, Plan);
        var trials =
            new[] { system.Run(new PlannedTrial(TrialPurpose.Doubling, 100, 4, 3)) with { GeneratorLimit = "It was late." } };

        Assert.Equal("It was late.", search.Conclude(trials).GeneratorLimit);
    }

    private static IEnumerable<double> RatesOf(SearchResult result, TrialPurpose purpose) =>
        result.Trials.Where(trial => trial.Purpose == purpose).Select(trial => trial.OfferedRate);

    private static double Scatter(IReadOnlyList<SearchResult> results) =>
        Spread.CoefficientOfVariation([.. results.Select(result => result.Found.Estimate!.Rate)]);

    private static (double Limit, List<SearchResult> Results) Run(Setting setting) => Runs.GetOrAdd(setting, key =>
        (key.System(seed: 1).TrueLimit,
        [
            .. Enumerable.Range(1, key.Searches)
                .Select(seed => key.System((ulong)seed).Search(new LatencyGoal(key.Objective), Plan)),
        ]));

    /// <param name="MachineNoise">Standard deviation of the service rate from trial to trial, as a share.</param>
    public sealed record Setting(bool Cliff, double ServiceRate, double ObjectiveMs, double MachineNoise)
    {
        /// <summary>The more they scatter, the more of them it takes to tell how many intervals are right.</summary>
        internal int Searches => MachineNoise < 0.03 ? 100 : 200;

        internal TimeSpan Objective => TimeSpan.FromMilliseconds(ObjectiveMs);

        internal SimulatedSystem System(ulong seed) => Cliff
            ? SimulatedSystem.Cliff(ServiceRate, MachineNoise, seed)
            : SimulatedSystem.Queue(ServiceRate, Objective, MachineNoise, seed);
    }
}
