using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class TTestTests
{
    // From printed tables of Student's distribution.
    [Theory]
    [InlineData(0.05, 1, 12.706)]
    [InlineData(0.05, 2, 4.303)]
    [InlineData(0.01, 4, 4.604)]
    [InlineData(0.005, 8, 3.833)]
    [InlineData(0.005, 15, 3.286)]
    [InlineData(0.05, 1_000, 1.962)]
    public void Critical_ChanceAndDegrees_IsWhatTablesSay(double chance, int degrees, double expected)
    {
        var critical = TTest.Critical(chance, degrees);

        Assert.Equal(expected, critical, 3);
        Assert.Equal(chance, TTest.PValue(-critical, degrees), 6);
        Assert.Equal(chance, TTest.PValue(critical, degrees), 6);
    }

    /// <summary>A value of zero is as likely as not to be exceeded on either side.</summary>
    [Fact]
    public void PValue_Zero_IsOne() => Assert.Equal(1, TTest.PValue(0, 8), 12);
}
