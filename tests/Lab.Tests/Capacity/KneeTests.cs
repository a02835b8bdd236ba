using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class KneeTests
{
    /// <summary>
    /// Power is throughput over the mean time in the system: 100 / 10 ms is less than 150 / 12 ms and more than 160 / 40 ms, whose
    /// median is still low.
    /// </summary>
    [Fact]
    public void FindIn_TrialsWhoseMeansGrow_IsTheOneWithTheHighestPower()
    {
        CapacityTrial[] trials = [Trial(100, 10, 9), Trial(150, 12, 11), Trial(160, 40, 5)];

        Assert.Same(trials[1], Knee.FindIn(trials));
        Assert.Equal(12, trials[1].MeanMs, 9);
    }

    [Fact]
    public void FindIn_NothingAnswered_IsNull() => Assert.Null(Knee.FindIn([Trial(0, 10, 10)]));

    private static CapacityTrial Trial(double throughput, double meanMs, double medianMs) => new(
        TrialPurpose.Doubling, throughput, 4, 400, 400, throughput, new(medianMs), new(medianMs * 4), throughput * meanMs / 1000);
}
