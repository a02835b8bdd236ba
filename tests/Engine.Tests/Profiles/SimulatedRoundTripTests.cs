using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.Engine.Tests.Profiles;

public sealed class SimulatedRoundTripTests
{
    [Theory]
    [InlineData(0.2)]
    [InlineData(0.5)]
    [InlineData(1.0)]
    public void Draw_Lognormal_HasItsMeanAndVariation(double variation)
    {
        var draws = ThinkTimeTests.Draws(new SimulatedRoundTrip(TimeSpan.FromMilliseconds(130), variation).Draw, 200_000)
            .ConvertAll(draw => draw.TotalMilliseconds);

        var mean = draws.Average();
        var deviation = Math.Sqrt(draws.Average(draw => (draw - mean) * (draw - mean)));
        Assert.InRange(mean, 128, 132);
        Assert.InRange(deviation / mean, variation * 0.97, variation * 1.03);
    }

    [Fact]
    public void Draw_NoVariation_IsTheMean()
    {
        var draws = ThinkTimeTests.Draws(new SimulatedRoundTrip(TimeSpan.FromMilliseconds(80), 0).Draw, 10);

        Assert.Equal([TimeSpan.FromMilliseconds(80)], draws.Distinct());
    }

    [Fact]
    public void Draw_None_IsZero() =>
        Assert.Equal([TimeSpan.Zero], ThinkTimeTests.Draws(SimulatedRoundTrip.None.Draw, 10).Distinct());
}
