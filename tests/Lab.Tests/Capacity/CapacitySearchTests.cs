using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class CapacitySearchTests
{
    private static readonly LatencyGoal Goal = new(TimeSpan.FromMilliseconds(100));
    private static readonly CapacityPlan Plan = new();

    [Fact]
    public void Search_CpuGoal_FindsTheRateAtTheCap()
    {
        var system = SimulatedSystem.Queue(600, Goal.Objective, machineNoise: 0.005, seed: 3);

        var result = system.Search(SimulatedCapacityRun.CpuGoal(0.8), Plan);

        Assert.True(result.Covers(system.TrueRateAtCpu(0.8)), result.Found.ToString());
        Assert.InRange(result.Found.Estimate!.Uncertainty, 0, 0.03);
    }

    /// <summary>A queue near the limit needs longer than CPU.</summary>
    [Fact]
    public void Next_AroundTheLimit_SettlesAsLongAsTheGoalNeeds()
    {
        Assert.Equal(Plan.QueueSettlingSeconds, SettlingAroundTheLimit(Goal));
        Assert.Equal(Plan.SettlingSeconds, SettlingAroundTheLimit(SimulatedCapacityRun.CpuGoal(0.8)));

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

    private static IEnumerable<double> RatesOf(SearchResult result, TrialPurpose purpose) =>
        result.Trials.Where(trial => trial.Purpose == purpose).Select(trial => trial.OfferedRate);
}
