using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

public sealed class CostGoalTests
{
    [Fact]
    public void Goals_AllTargetsMeasured_CompareWithinRounds()
    {
        // Round 2 had a machine half as fast: the ratios within a round do not change with it.
        var goals = CostGoal.FromTrials([.. Round(1, speed: 1), .. Round(2, speed: 0.5)], []);

        Assert.Equal([0.44, 1.1, 0.9, 0.8, 0.96, 0.95], goals.Select(goal => Math.Round(goal.Ratio, 3)));
        Assert.Equal([false, true, true, false, false, true], goals.Select(goal => goal.Met));
    }

    [Fact]
    public void Goals_TargetMissing_LeaveItOut()
    {
        var goals = CostGoal.FromTrials([CostTrials.Create("full", 1, 100), CostTrials.Create("bare", 1, 101)], []);

        Assert.Equal("full gateway: req/s relative to bare YARP", Assert.Single(goals).Name);
    }

    [Fact]
    public void Goals_NoRoundHasBoth_AreNotJudged() =>
        Assert.Empty(CostGoal.FromTrials([CostTrials.Create("full", 1, 100), CostTrials.Create("nginx", 2, 100)], []));

    [Fact]
    public void Goals_SomeRequestsFailed_RoundIsNotJudged()
    {
        var refusing = CostTrials.Create("full", 1, 500, failed: 1);

        Assert.Empty(CostGoal.FromTrials([refusing, CostTrials.Create("nginx", 1, 100)], []));
    }

    [Fact]
    public void Goals_WritesOfUsage_CompareRequestsNearThemWithOthersOfTheTrial()
    {
        CostTrial[] closed =
        [
            Watched("usage-1", 1, near: 3, other: 2), Watched("usage-1", 2, near: 1, other: 1), Watched("usage-1", 3, near: 4, other: 1),
            Watched("usage-1", 4, near: 99, other: 1) with { Failed = 1 }, Watched("usage-off", 1, near: null, other: 1),
        ];

        var goals = CostGoal.FromTrials(closed, [Watched("usage-1", 1, near: 1.2, other: 1)]);

        Assert.Equal(
            [
                ("usage-1: mean latency near writes (3 in all), relative to that of other requests, in the closed loop", 1.5, false, 3),
                ("usage-1: mean latency near writes (1 in all), relative to that of other requests, in the open loop", 1.2, true, 1),
            ],
            goals.Select(goal => (goal.Name, goal.Ratio, goal.Met, goal.Rounds)));
    }

    private static CostTrial Watched(string target, int round, double? near, double other) =>
        CostTrials.Watched(target, round, p999: 1, max: 1, new WriteFigures(Count: 1, near, other));

    private static CostTrial[] Round(int round, double speed) =>
    [
        CostTrials.Create("direct", round, 1_000 * speed, proxy: 0, backend: 10 / speed),
        CostTrials.Create("nginx", round, 400 * speed, proxy: 30 / speed, backend: 10 / speed),
        CostTrials.Create("bare", round, 550 * speed, proxy: 29 / speed, backend: 5 / speed),
        CostTrials.Create("plain", round, 528 * speed, proxy: 31 / speed, backend: 5 / speed),
        CostTrials.Create("full", round, 440 * speed, proxy: 31 / speed, backend: 5 / speed),
        CostTrials.Create("cache", round, 950 * speed, proxy: 11 / speed, backend: 0),
    ];
}
