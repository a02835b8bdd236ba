using DroneDelivery.LoadTests.Insight.Advice.Findings;

namespace DroneDelivery.Insight.Tests.Advice.Findings;

public sealed class FindingTests
{
    [Theory]
    [InlineData(0.099, Confidence.Likely)]
    [InlineData(0.1, Confidence.Certain)]
    [InlineData(0.101, Confidence.Certain)]
    public void Confidence_Share_IsCertainFromATenth(double share, Confidence expected) =>
        Assert.Equal(expected, Finding(share).Confidence);

    [Fact]
    public void WithDoubt_NoDoubt_IsUnchanged() => Assert.Equal(Confidence.Certain, Finding(0.5).WithDoubt(null).Confidence);

    [Fact]
    public void WithDoubt_CertainFinding_IsLikelyAndHasTheDoubt()
    {
        var finding = Finding(0.5).WithDoubt("the machine was disturbed");

        Assert.Equal((Confidence.Likely, "the machine was disturbed"), (finding.Confidence, finding.Doubt));
    }

    [Fact]
    public void WithDoubt_FindingHasItsOwnDoubt_KeepsIt()
    {
        var finding = Finding(0.5) with { Doubt = "few requests show it" };

        Assert.Equal("few requests show it", finding.WithDoubt("the machine was disturbed").Doubt);
    }

    private static Finding Finding(double share) => new(Cause.BusyProcess, "Busy.", [], share, []);
}
