using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.Engine.Tests.Profiles;

public sealed class ThinkTimeTests
{
    [Fact]
    public void Draw_Fixed_IsAlwaysTheSame()
    {
        var think = ThinkTime.Fixed(TimeSpan.FromSeconds(2));

        Assert.Equal([TimeSpan.FromSeconds(2)], Draws(think.Draw, 10).Distinct());
    }

    [Fact]
    public void Draw_Exponential_HasItsMeanAndTail()
    {
        var mean = TimeSpan.FromMilliseconds(250);

        var draws = Draws(ThinkTime.Exponential(mean).Draw, 100_000);

        Assert.InRange(draws.Average(draw => draw.TotalMilliseconds), 247, 253);
        Assert.InRange(draws.Count(draw => draw > 3 * mean) / 100_000.0, Math.Exp(-3) * 0.95, Math.Exp(-3) * 1.05);
    }

    [Fact]
    public void Fixed_Negative_IsRefused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => ThinkTime.Fixed(TimeSpan.FromSeconds(-1)));

    internal static List<TimeSpan> Draws(Func<Random, TimeSpan> draw, int count)
    {
        var random = new SeededRandom(11);
        return [.. Enumerable.Range(0, count).Select(_ => draw(random))];
    }
}
