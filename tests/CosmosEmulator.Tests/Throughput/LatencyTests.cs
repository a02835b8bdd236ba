using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Throughput;

public sealed class LatencyTests
{
    private static readonly LatencySettings Article = new(48, 0.5, 1);

    [Fact]
    public void Sequence_OfManyDraws_HasTheMeanAndSpreadItWasGiven()
    {
        var sequence = new LatencySequence(Article);

        var draws = Enumerable.Range(0, 50_000).Select(_ => sequence.Next().TotalMilliseconds).ToArray();

        var mean = draws.Average();
        var deviation = Math.Sqrt(draws.Average(draw => (draw - mean) * (draw - mean)));
        Assert.InRange(mean, 47.5, 48.5);
        Assert.InRange(deviation / mean, 0.49, 0.51);
    }

    [Fact]
    public void Sequence_WithTheSameSeed_DrawsTheSame()
    {
        var first = new LatencySequence(Article);
        var second = new LatencySequence(Article);

        Assert.Equal(Draw(first, 10), Draw(second, 10));
        Assert.NotEqual(Draw(first, 10), Draw(new LatencySequence(Article with { Seed = 2 }), 10));
    }

    [Fact]
    public async Task Wait_CountedFromArrival_EndsWhenTheLatencyIsOver()
    {
        var time = new ManualTimeProvider();
        var simulator = new LatencySimulator(new LatencySettings(20), time);
        var arrival = time.GetTimestamp();
        time.Advance(TimeSpan.FromMilliseconds(15));

        var wait = simulator.WaitAsync(arrival, factor: 1, TestContext.Current.CancellationToken);
        time.Advance(TimeSpan.FromMilliseconds(4));
        Assert.False(wait.IsCompleted);
        time.Advance(TimeSpan.FromMilliseconds(1));

        await wait;
    }

    [Fact]
    public async Task Wait_OfASlowPartition_IsTheDrawTimesItsFactor()
    {
        var time = new ManualTimeProvider();
        var simulator = new LatencySimulator(new LatencySettings(20), time);

        var wait = simulator.WaitAsync(time.GetTimestamp(), factor: 8, TestContext.Current.CancellationToken);
        time.Advance(TimeSpan.FromMilliseconds(159));
        Assert.False(wait.IsCompleted);
        time.Advance(TimeSpan.FromMilliseconds(1));

        await wait;
    }

    [Fact]
    public void Wait_LongerThanTheLatencyAfterArrival_IsOverAtOnce()
    {
        var time = new ManualTimeProvider();
        var simulator = new LatencySimulator(new LatencySettings(20), time);
        var arrival = time.GetTimestamp();

        time.Advance(TimeSpan.FromMilliseconds(21));

        Assert.True(simulator.WaitAsync(arrival, factor: 1, TestContext.Current.CancellationToken).IsCompletedSuccessfully);
    }

    [Fact]
    public async Task Wait_OfAVeryLongDraw_IsAnHour()
    {
        var time = new ManualTimeProvider();
        var simulator = new LatencySimulator(new LatencySettings(60_000), time);

        var wait = simulator.WaitAsync(time.GetTimestamp(), factor: 61, TestContext.Current.CancellationToken);
        time.Advance(TimeSpan.FromMinutes(59));
        Assert.False(wait.IsCompleted);
        time.Advance(TimeSpan.FromMinutes(1));

        await wait;
    }

    [Theory]
    [InlineData(0, 0, null)]
    [InlineData(60_000, 10, null)]
    [InlineData(-0.1, 0, "The mean latency -0.1 ms is not between 0 and 60000.")]
    [InlineData(60_000.1, 0, "The mean latency 60000.1 ms is not between 0 and 60000.")]
    [InlineData(double.NaN, 0, "The mean latency NaN ms is not between 0 and 60000.")]
    [InlineData(1, -0.1, "The coefficient of variation -0.1 is not between 0 and 10.")]
    [InlineData(1, 10.1, "The coefficient of variation 10.1 is not between 0 and 10.")]
    public void Settings_OutsideOfTheirLimits_AreRefused(double meanMs, double variation, string? fault) =>
        Assert.Equal(fault, new LatencySettings(meanMs, variation).FindFault());

    [Fact]
    public void Wait_WithoutLatency_IsOverAtOnceWhateverTheFactor()
    {
        var simulator = new LatencySimulator(new LatencySettings(), new ManualTimeProvider());

        Assert.True(simulator.WaitAsync(0, factor: 1000, TestContext.Current.CancellationToken).IsCompletedSuccessfully);
    }

    private static double[] Draw(LatencySequence sequence, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => sequence.Next().TotalMilliseconds)];
}
