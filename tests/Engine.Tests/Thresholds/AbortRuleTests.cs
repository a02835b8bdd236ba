using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.Engine.Tests.Thresholds;

/// <summary>Ten seconds of an open loop of at most 1,000 requests, or of a closed loop.</summary>
public sealed class AbortRuleTests
{
    private static readonly RunOutlook Open = new(TimeSpan.FromSeconds(10), 1_000);
    private static readonly RunOutlook Closed = Open with { Requests = null };

    [Theory]
    [InlineData(10, true)]
    [InlineData(11, false)]
    public void Percentile_SlowAnswersOutOfAThousand_MayBeOneInAHundred(int slow, bool possible)
    {
        var soFar = SomeFigures.Create(seconds: 1, milliseconds: [.. Enumerable.Repeat(500L, slow)]);

        Assert.Equal(possible, Threshold.Parse("p99<250ms").CanStillBeMet(soFar, Open));
        Assert.True(Threshold.Parse("p99<250ms").CanStillBeMet(soFar, Closed));
    }

    [Theory]
    [InlineData("mean<20ms", 40, true)]
    [InlineData("mean<20ms", 41, false)]
    [InlineData("max<500ms", 1, false)]
    [InlineData("max<=500ms", 1, true)]
    [InlineData("p99>250ms", 1_000, true)]
    public void Latency_SlowAnswers_CountUntilTheThresholdCannotBeMet(string text, int slow, bool possible)
    {
        // A mean of 20 ms over 1,000 requests is 20 s: 40 times 500 ms, less a hair that the last of them may be quicker.
        var soFar = SomeFigures.Create(seconds: 1, milliseconds: [.. Enumerable.Repeat(500L, slow - 1), 499]);

        Assert.Equal(possible, Threshold.Parse(text.Replace("500ms", "499ms", StringComparison.Ordinal)).CanStillBeMet(soFar, Open));
    }

    [Theory]
    [InlineData("rate>=50/s", 0, 0, true)]
    [InlineData("rate>=100/s", 0, 0, true)]
    [InlineData("rate>=100/s", 1, 0, false)]
    [InlineData("rate>=100/s", 0, 1, false)]
    [InlineData("rate>=99.9/s", 0, 1, true)]
    public void Rate_RequestsThatCannotSucceedAnyMore_LowerWhatIsPossible(string text, int failed, int cutOff, bool possible)
    {
        var soFar = SomeFigures.Create(seconds: 1, failed: failed, cutOff: cutOff, milliseconds: [10, 10]);

        Assert.Equal(possible, Threshold.Parse(text).CanStillBeMet(soFar, Open));
        Assert.True(Threshold.Parse(text).CanStillBeMet(soFar, Closed));
    }

    /// <summary>1,000 requests in a time that is not known: after a second the rate is at most 1,000/s.</summary>
    [Theory]
    [InlineData("rate>=1000/s", 0, true)]
    [InlineData("rate>=1000/s", 1, false)]
    [InlineData("rate<0.2/s", 0, true)]
    public void Rate_LoadThatEndsAfterItsRequests_IsLimitedByTheTimeSoFar(string text, int failed, bool possible)
    {
        var soFar = SomeFigures.Create(seconds: 1, failed: failed, milliseconds: [10, 10]);

        Assert.Equal(possible, Threshold.Parse(text).CanStillBeMet(soFar, Open with { Planned = null }));
    }

    [Theory]
    [InlineData("rate<0.2/s", false)]
    [InlineData("rate<=0.2/s", true)]
    public void Rate_RequestsThatSucceeded_AreInTheRateAtTheEnd(string text, bool possible) =>
        Assert.Equal(possible, Threshold.Parse(text).CanStillBeMet(SomeFigures.Create(seconds: 1, milliseconds: [10, 10]), Open));

    [Theory]
    [InlineData("errors<0.1%", 0, true)]
    [InlineData("errors<0.1%", 1, false)]
    [InlineData("errors<1%", 9, true)]
    [InlineData("errors<1%", 10, false)]
    [InlineData("errors==0", 1, false)]
    [InlineData("errors<=1", 1, true)]
    [InlineData("errors>5", 0, true)]
    public void Errors_ShareOrCount_AreMeasuredByAllThatMayCome(string text, int failed, bool possible) =>
        Assert.Equal(possible, Threshold.Parse(text).CanStillBeMet(SomeFigures.Create(seconds: 1, failed: failed), Open));

    [Theory]
    [InlineData("rate>=90", 0, true)]
    [InlineData("rate>=90", 101, false)]
    [InlineData("rate<=1", 0, true)]
    public void Rate_RequestsThatWereDropped_CannotBeMadeUpFor(string text, int dropped, bool possible) =>
        Assert.Equal(possible, Threshold.Parse(text).CanStillBeMet(SomeFigures.Create(seconds: 1, dropped: dropped), Open));

    [Fact]
    public void Check_MissedButStillReachable_StopsOnlyAfterTheStatedTime()
    {
        var rule = new AbortRule([Threshold.Parse("errors<10%")], Open, TimeSpan.FromSeconds(5));

        Assert.Null(rule.Check(SomeFigures.Create(seconds: 4.9, failed: 50, milliseconds: SomeFigures.Upwards(100))));
        Assert.Equal(
            "errors<10%", rule.Check(SomeFigures.Create(seconds: 5, failed: 50, milliseconds: SomeFigures.Upwards(100)))?.Threshold);
    }

    [Fact]
    public void Check_WithoutStatedTime_StopsForWhatCannotBeMet()
    {
        var rule = new AbortRule([Threshold.Parse("errors<10%"), Threshold.Parse("dropped==0")], Closed, null);

        Assert.Null(rule.Check(SomeFigures.Create(failed: 50)));
        Assert.Equal("missed: dropped==0 (dropped was 1)", rule.Check(SomeFigures.Create(failed: 50, dropped: 1))?.ToString());
    }
}
