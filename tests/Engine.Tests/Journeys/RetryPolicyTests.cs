using DroneDelivery.LoadTests.Engine.Journeys;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.Engine.Tests.Journeys;

public sealed class RetryPolicyTests
{
    private static readonly RetryPolicy AtOnce = new(Retries: 9, Patience: TimeSpan.FromSeconds(1));

    private static readonly RetryPolicy Doubling = AtOnce with
    {
        FirstWait = TimeSpan.FromSeconds(0.5),
        LongestWait = TimeSpan.FromSeconds(3),
    };

    private readonly SeededRandom _random = new(1);

    [Fact]
    public void WaitAfter_NothingSaid_AsksAgainAtOnce() =>
        Assert.Equal(TimeSpan.Zero, AtOnce.WaitAfter(tries: 4, retryAfter: TimeSpan.FromSeconds(5), _random));

    [Theory]
    [InlineData(1, 0.5)]
    [InlineData(2, 1)]
    [InlineData(3, 2)]
    [InlineData(4, 3)]
    [InlineData(100, 3)]
    public void WaitAfter_Backoff_DoublesUpToTheLongest(int tries, double seconds) =>
        Assert.Equal(TimeSpan.FromSeconds(seconds), Doubling.WaitAfter(tries, retryAfter: null, _random));

    [Fact]
    public void WaitAfter_Jitter_IsAnyPartOfTheWait()
    {
        var policy = Doubling with { Jitter = true };

        var waits = Enumerable.Range(0, 1_000).Select(_ => policy.WaitAfter(2, null, _random).TotalSeconds).ToList();

        Assert.All(waits, wait => Assert.InRange(wait, 0, 1));
        Assert.InRange(waits.Average(), 0.45, 0.55);
        Assert.InRange(waits.Min(), 0, 0.05);
    }

    [Fact]
    public void WaitAfter_ServerAskedForAWait_IsHonoredOnTopOfItsOwn()
    {
        var policy = Doubling with { HonorsRetryAfter = true };

        Assert.Equal(TimeSpan.FromSeconds(5.5), policy.WaitAfter(1, TimeSpan.FromSeconds(5), _random));
    }
}
