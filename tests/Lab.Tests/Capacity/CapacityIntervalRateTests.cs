using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>What the interval of a capacity promises, counted on searches of a queue simulated request by request.</summary>
public sealed class CapacityIntervalRateTests(ITestOutputHelper output)
{
    /// <summary>
    /// Its misses come in clusters, its speed drifts within a trial and between neighbours, and the one that sheds load has no
    /// sharp limit: what a formula with independent misses leaves out. Below some 60 req/s a search has too few clusters of
    /// misses for 93 %: 175 of its 200 intervals are right, 2.1 % too high on average.
    /// </summary>
    [Theory]
    [InlineData(30, 600, 100, 0.02, false, 0.93, 0.015, 0.09)]
    [InlineData(30, 650, 250, 0.02, true, 0.93, 0.015, 0.09)]
    [InlineData(30, 800, 250, 0.01, true, 0.93, 0.015, 0.09, 81.0)]
    // Four minutes of CPU.
    [InlineData(200, 600, 100, 0.02, false, 0.93, 0.015, 0.09, Explicit = true)]
    [InlineData(200, 650, 250, 0, true, 0.93, 0.015, 0.09, Explicit = true)]
    [InlineData(200, 650, 250, 0.02, true, 0.93, 0.015, 0.09, Explicit = true)]
    [InlineData(200, 40, 250, 0, false, 0.87, 0.025, 0.22, Explicit = true)]
    [InlineData(200, 800, 250, 0.01, true, 0.93, 0.015, 0.09, 81.0, Explicit = true)]
    public void Interval_ManySearches_CoversTheLimitOfALongRun(
        int searches,
        double serviceRate,
        double objectiveMs,
        double noise,
        bool sheds,
        double minCovered,
        double maxBias,
        double maxUncertainty,
        double? hotPartition = null)
    {
        const double Lasting = 10;
        var objective = TimeSpan.FromMilliseconds(objectiveMs);
        var truth = SimulatedServer.FindTrueLimit(serviceRate, objective, noise, Lasting, sheds, hotPartition);

        var results = Enumerable.Range(1, searches)
            .Select(seed => new SimulatedServer(serviceRate, objective, noise, Lasting, sheds, (ulong)seed, hotPartition))
            .Select(server => server.Search(new LatencyGoal(objective), new CapacityPlan()))
            .ToList();

        var covered = results.Count(result => result.Covers(truth));
        var limits = results.Select(result => result.Found.Estimate!).ToList();
        var bias = (limits.Average(limit => limit.Rate) / truth) - 1;
        output.WriteLine(
            $"limit {truth:0}, bias {bias:P1}, interval {limits.Average(limit => limit.Uncertainty):P1} to either side, "
            + $"covered in {covered} of {searches}");
        Assert.True(covered >= searches * minCovered, $"covered in {covered} of {searches}");
        Assert.InRange(bias, -maxBias, maxBias);
        Assert.InRange(limits.Average(limit => limit.Uncertainty), 0.01, maxUncertainty);
    }
}
