using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class VerdictBasisTests
{
    [Theory]
    [InlineData(1, null, "one run, no interval")]
    [InlineData(3, null, "3 runs, no interval")]
    [InlineData(1, "95 % interval 1.2 to 1.4", "one run, 95 % interval 1.2 to 1.4")]
    [InlineData(1_000, "95 % interval 1.2 to 1.4", "1,000 runs, 95 % interval 1.2 to 1.4")]
    public void Describe_RunsAndInterval_AreBothSaid(int runs, string? interval, string expected) =>
        Assert.Equal(expected, VerdictBasis.Describe(runs, interval));
}
