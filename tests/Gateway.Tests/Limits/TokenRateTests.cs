using DroneDelivery.Gateway.Limits;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class TokenRateTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void Bucket_Full_GivesItsBurstAndThenOneTokenAtATime()
    {
        var rate = new TokenRate(perSecond: 4, burst: 3, Second);
        var fullAt = 0L;

        Assert.Equal((0, 2), (rate.Take(ref fullAt, 10 * Second, 1, out var left), left));
        Assert.Equal((0, 1), (rate.Take(ref fullAt, 10 * Second, 1, out left), left));
        Assert.Equal((0, 0), (rate.Take(ref fullAt, 10 * Second, 1, out left), left));
        Assert.Equal(Second / 4, rate.Take(ref fullAt, 10 * Second, 1, out _));
        Assert.Equal(1, rate.Take(ref fullAt, (10 * Second) + (Second / 4) - 1, 1, out _));
        Assert.Equal(0, rate.Take(ref fullAt, (10 * Second) + (Second / 4), 1, out _));
    }

    [Theory]
    [InlineData(0.1)]
    [InlineData(2)]
    [InlineData(7.3)]
    [InlineData(3_000)]
    [InlineData(70_000)]
    public void Bucket_AskedAllTheTime_KeepsItsRate(double perSecond)
    {
        var rate = new TokenRate(perSecond, burst: 1, Second);
        var (fullAt, now, start, taken) = (0L, Second, Second, 0);

        while (taken <= 1_000)
        {
            var wait = rate.Take(ref fullAt, now, 1, out _);
            (now, taken) = wait == 0 ? (now, taken + 1) : (now + wait, taken);
        }

        Assert.InRange((taken - 1) / ((now - start) / (double)Second), perSecond * 0.99995, perSecond * 1.00005);
    }

    [Fact]
    public void Bucket_SeveralTokens_AreTakenAtOnceOrNotAtAll()
    {
        var rate = new TokenRate(perSecond: 4, burst: 10, Second);
        var fullAt = 0L;

        Assert.Equal((0, 3), (rate.Take(ref fullAt, Second, 7, out var left), left));
        Assert.Equal(Second, rate.Take(ref fullAt, Second, 7, out _));
        Assert.Equal((0, 0), (rate.Take(ref fullAt, Second, 3, out left), left));
        rate.Return(ref fullAt, 2);
        Assert.Equal((0, 1), (rate.Take(ref fullAt, Second, 1, out left), left));
    }

    [Fact]
    public void Bucket_ManyThreads_GiveNoTokenTwice()
    {
        var rate = new TokenRate(perSecond: 1, burst: 5_000, Second);
        var (fullAt, taken) = (0L, 0);

        Parallel.For(0, 20_000, new ParallelOptions { MaxDegreeOfParallelism = 8 }, _ =>
        {
            if (rate.Take(ref fullAt, Second, 1, out var _) == 0)
            {
                Interlocked.Increment(ref taken);
            }
        });

        Assert.Equal(5_000, taken);
    }
}
