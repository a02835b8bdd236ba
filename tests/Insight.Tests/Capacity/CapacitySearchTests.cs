using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Insight.Capacity;

namespace DroneDelivery.Insight.Tests.Capacity;

public sealed class CapacitySearchTests
{
    private const int Searches = 100;

    private static readonly LatencyGoal Goal = new(TimeSpan.FromMilliseconds(100));
    private static readonly CapacityPlan Plan = new();

    /// <summary>Several tests look at the same searches.</summary>
    private static readonly ConcurrentDictionary<(double ServiceRate, double MachineNoise), List<(SimulatedSystem System, CapacityResult Result)>> Runs = [];

    [Theory]
    [InlineData(600, 0)]
    [InlineData(600, 0.01)]
    [InlineData(3_000, 0.01)]
    public void Search_ManyTimes_ComesToTheSameRate(double serviceRate, double machineNoise)
    {
        var rates = Run(serviceRate, machineNoise).Select(search => search.Result.Limit!.Rate).ToList();

        var mean = rates.Average();
        var deviation = Math.Sqrt(rates.Average(rate => Math.Pow(rate - mean, 2)));
        TestContext.Current.SendDiagnosticMessage($"mean {mean:0.0}, coefficient of variation {deviation / mean:P2}");
        Assert.InRange(deviation / mean, 0, 0.03);
        Assert.InRange(mean / new SimulatedSystem(serviceRate, Goal.Objective, 0, 1).TrueLimit, 0.98, 1.02);
    }

    [Theory]
    [InlineData(600, 0)]
    [InlineData(600, 0.01)]
    [InlineData(3_000, 0.01)]
    public void Interval_ManySearches_CoversTheTrueLimit(double serviceRate, double machineNoise)
    {
        var covered = Run(serviceRate, machineNoise).Count(search => search.Result.Limit!.Covers(search.System.TrueLimit));

        Assert.InRange(covered, Searches * 0.9, Searches);
    }

    [Fact]
    public void Search_CpuGoal_FindsTheRateAtTheCap()
    {
        var system = new SimulatedSystem(600, Goal.Objective, machineNoise: 0.005, seed: 3);

        var result = system.Search(new CpuGoal(0.8), Plan);

        Assert.True(result.Limit!.Covers(system.TrueRateAtCpu(0.8)), result.Limit.ToString());
        Assert.InRange(result.Limit.Uncertainty, 0, 0.03);
    }

    [Fact]
    public void Search_FirstRateTooHigh_GoesDown()
    {
        var system = new SimulatedSystem(200, Goal.Objective, machineNoise: 0, seed: 3);

        var result = system.Search(Goal, Plan with { StartRate = 1_600 });

        Assert.InRange(result.Rate!.Value / system.TrueLimit, 0.95, 1.05);
    }

    [Fact]
    public void Search_NoRateTooHigh_EndsAtTheHighestAllowed()
    {
        var system = new SimulatedSystem(6_000, Goal.Objective, machineNoise: 0, seed: 3);

        var result = system.Search(Goal, Plan with { MostRate = 1_000 });

        Assert.Equal((1_000, null, null), (result.HighestMet, result.LowestMissed, result.Limit));
        Assert.Equal(1_000, result.Trials.Max(trial => trial.OfferedRate));
    }

    [Fact]
    public void Search_EveryRateTooHigh_EndsWithoutALimit()
    {
        var system = new SimulatedSystem(6, Goal.Objective, machineNoise: 0, seed: 3);

        var result = system.Search(Goal, Plan);

        Assert.Null(result.Rate);
        Assert.Equal(Plan.LeastRate, result.Trials.Min(trial => trial.OfferedRate));
    }

    [Fact]
    public void Next_DoublesThenBisectsThenConfirms()
    {
        var result = new SimulatedSystem(600, Goal.Objective, machineNoise: 0, seed: 3).Search(Goal, Plan);

        Assert.Equal([20, 40, 80, 160, 320, 640, 640], RatesOf(result, TrialPurpose.Doubling));
        Assert.All(RatesOf(result, TrialPurpose.Bisecting), rate => Assert.InRange(rate, 320, 640));
        Assert.Equal(Plan.Confirmations, RatesOf(result, TrialPurpose.Confirming).Count());
        Assert.All(RatesOf(result, TrialPurpose.Confirming), rate => Assert.InRange(rate / result.Limit!.Rate, 0.9, 1.1));
    }

    [Fact]
    public void Search_OneHiccup_DoesNotEndTheDoubling()
    {
        var system = new SimulatedSystem(600, Goal.Objective, machineNoise: 0, seed: 3);
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
        var system = new SimulatedSystem(600, Goal.Objective, machineNoise: 0, seed: 3);
        var search = new CapacitySearch(Goal, Plan);
        var trials = new[] { system.Run(new PlannedTrial(TrialPurpose.Doubling, 100, 4)) with { GeneratorLimit = "It was late." } };

        Assert.Equal("It was late.", search.Conclude(trials).GeneratorLimit);
    }

    private static IEnumerable<double> RatesOf(CapacityResult result, TrialPurpose purpose) =>
        result.Trials.Where(trial => trial.Purpose == purpose).Select(trial => trial.OfferedRate);

    private static List<(SimulatedSystem System, CapacityResult Result)> Run(double serviceRate, double machineNoise) =>
        Runs.GetOrAdd((serviceRate, machineNoise), key => Search(key.ServiceRate, key.MachineNoise));

    private static List<(SimulatedSystem System, CapacityResult Result)> Search(double serviceRate, double machineNoise) =>
    [
        .. Enumerable.Range(1, Searches).AsParallel().AsOrdered().Select(seed =>
        {
            var system = new SimulatedSystem(serviceRate, Goal.Objective, machineNoise, (ulong)seed);
            return (system, system.Search(Goal, Plan));
        }),
    ];
}
