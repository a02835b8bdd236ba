using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class TrialMissesTests
{
    /// <summary>The logarithm of the likelihood: zero where every arrival misses, and very low where hardly any does.</summary>
    [Fact]
    public void Averages_OverloadedTrial_IsCertainWhereAllMiss()
    {
        var curve = MissCurve.Queue();

        var averages = new TrialMisses(rate: 500, arrivals: 1_000, missed: 900, curve).Averages(0);

        Assert.All(Enumerable.Range(0, 4), cluster => Assert.Equal(0, averages[^1][cluster], 1e-5));
        Assert.InRange(averages[0][0], double.NegativeInfinity, -100);
    }
}
