using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.Engine.Tests.Thresholds;

public sealed class ThresholdTests
{
    [Theory]
    [InlineData("p99<250ms", "p99<250ms", 250_000)]
    [InlineData(" p99.9 < 1 s ", "p99.9<1s", 1_000_000)]
    [InlineData("p50<=800us", "p50<=800us", 800)]
    [InlineData("mean<20ms", "mean<20ms", 20_000)]
    [InlineData("max<2s", "max<2s", 2_000_000)]
    [InlineData("errors<0.1%", "errors<0.1%", 0.001)]
    [InlineData("errors==0", "errors==0", 0)]
    [InlineData("dropped==0", "dropped==0", 0)]
    [InlineData("late<1%", "late<1%", 0.01)]
    [InlineData("cutoff<=5", "cutoff<=5", 5)]
    [InlineData("rate>=500", "rate>=500/s", 500)]
    [InlineData("rate > 500/s", "rate>500/s", 500)]
    public void Parse_Threshold_IsReadWithItsUnit(string text, string plain, double limit)
    {
        var threshold = Threshold.Parse(text);

        Assert.Equal(plain, threshold.ToString());
        Assert.Equal(limit, threshold.Limit, 9);
    }

    [Theory]
    [InlineData("", "is no threshold")]
    [InlineData("p99", "one of < <= > >= ==")]
    [InlineData("p99=250ms", "one of < <= > >= ==")]
    [InlineData("p99!<5ms", "'p99!' in 'p99!<5ms' is no figure")]
    [InlineData("p0<5ms", "is no figure")]
    [InlineData("p101<5ms", "is no figure")]
    [InlineData("latency<5ms", "Figures: p and a percentile (p99, p99.9), mean, max, errors, dropped, late, cutoff, rate")]
    [InlineData("p99<250", "takes a time in us, ms or s, for example 250ms")]
    [InlineData("p99<-1ms", "is no limit of p99")]
    [InlineData("p99<5%", "is no limit of p99")]
    [InlineData("errors<1e3", "is no limit of errors")]
    [InlineData("errors<0.5", "takes a whole number or a share, for example 0 or 0.1%")]
    [InlineData("errors<5ms", "is no limit of errors")]
    [InlineData("rate>=fast", "takes a number per second, for example 500/s")]
    [InlineData("rate>=", "is no limit of rate")]
    [InlineData("p99<Infinityms", "'Infinityms' in 'p99<Infinityms' is no limit of p99")]
    [InlineData("p99<NaNms", "is no limit of p99")]
    [InlineData("errors<NaN%", "is no limit of errors")]
    [InlineData("dropped<Infinity", "is no limit of dropped")]
    [InlineData("rate>=NaN", "is no limit of rate")]
    public void Parse_SomethingElse_SaysInOneLineWhatIsAllowed(string text, string message)
    {
        var error = Assert.Throws<FormatException>(() => Threshold.Parse(text));

        Assert.Contains(message, error.Message);
        Assert.DoesNotContain('\n', error.Message);
    }

    [Theory]
    [InlineData("errors<20%", false)]
    [InlineData("errors<=20%", true)]
    [InlineData("errors==25", true)]
    [InlineData("errors==0", false)]
    [InlineData("dropped<2", true)]
    [InlineData("dropped>1", false)]
    [InlineData("late<2%", true)]
    [InlineData("late<1%", false)]
    [InlineData("cutoff==0", true)]
    [InlineData("rate>=10", true)]
    [InlineData("rate>10", false)]
    public void Evaluate_HundredLatenciesAndSomeLosses_IsMetOrMissed(string text, bool met)
    {
        var figures = SomeFigures.Create(seconds: 10, failed: 25, dropped: 1, late: 2, milliseconds: SomeFigures.Upwards(100));

        Assert.Equal(met, Threshold.Parse(text).Evaluate(figures).Met);
    }

    // 0.7 * 0.01 is less than the number nearest to 0.007, and 0.9 * 0.01 is more than the one nearest to 0.009.
    [Theory]
    [InlineData("errors<=0.7%", 7, true)]
    [InlineData("errors<0.9%", 9, false)]
    public void Evaluate_ShareThatIsTheLimit_IsMetOnlyIfTheLimitIsAllowed(string text, int failed, bool met)
    {
        var figures = SomeFigures.Create(failed: failed, milliseconds: SomeFigures.Upwards(1_000 - failed));

        Assert.Equal(met, Threshold.Parse(text).Evaluate(figures).Met);
    }

    /// <summary>An unanswered request is cut off and failed, but was one request.</summary>
    [Theory]
    [InlineData("cutoff<=10%", true)]
    [InlineData("cutoff<10%", false)]
    [InlineData("errors==5", true)]
    [InlineData("errors<=5.27%", true)]
    public void Evaluate_UnansweredRequests_CountOnce(string text, bool met)
    {
        var figures = SomeFigures.Create(failed: 5, cutOff: 10, milliseconds: SomeFigures.Upwards(90)) with { Unanswered = 5 };

        Assert.Equal(met, Threshold.Parse(text).Evaluate(figures).Met);
    }

    [Theory]
    [InlineData("p50<=50.1ms", true)]
    [InlineData("p50<50ms", false)]
    [InlineData("p99<100ms", true)]
    [InlineData("p99<90ms", false)]
    [InlineData("mean<51ms", true)]
    [InlineData("mean<50.5ms", false)]
    [InlineData("max<=100ms", true)]
    [InlineData("max<100ms", false)]
    public void Evaluate_HundredLatencies_IsMetOrMissed(string text, bool met) =>
        Assert.Equal(met, Threshold.Parse(text).Evaluate(SomeFigures.Create(milliseconds: SomeFigures.Upwards(100))).Met);

    // Ninety of a hundred requests are successes: p90 is the slowest of them, whatever the failures took.
    [Theory]
    [InlineData("p90<=90.1ms", true)]
    [InlineData("p91<10s", false)]
    [InlineData("mean<10s", false)]
    [InlineData("max<10s", false)]
    public void Evaluate_QuickFailures_CountAsExceedingTheLimit(string text, bool met) => Assert.Equal(
        met, Threshold.Parse(text).Evaluate(SomeFigures.Create(failed: 10, milliseconds: SomeFigures.Upwards(90))).Met);

    [Fact]
    public void Result_AmongFailures_SaysWhyThereIsNoNumber()
    {
        var result = Threshold.Parse("p95<10s").Evaluate(SomeFigures.Create(failed: 10, milliseconds: SomeFigures.Upwards(90)));

        Assert.Null(result.Measured);
        Assert.Equal("missed: p95<10s (10 of 100 requests failed, timed out or were not answered)", result.ToString());
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public void Evaluate_DroppedArrivals_LeaveRoomForThePercentileOrNot(long dropped, bool met)
    {
        var result = Threshold.Parse("p99<1s").Evaluate(SomeFigures.Create(dropped: dropped, milliseconds: SomeFigures.Upwards(100)));

        Assert.Equal(met, result.Met);
    }

    [Fact]
    public void Result_TooManyDropped_SaysWhyItIsNotStated()
    {
        var result = Threshold.Parse("p99<1s").Evaluate(SomeFigures.Create(dropped: 25, milliseconds: SomeFigures.Upwards(75)));

        Assert.Equal("missed: p99<1s (25 of 100 arrivals were dropped, and p99 leaves room for 1)", result.ToString());
    }

    [Theory]
    [InlineData("p99<1s")]
    [InlineData("errors<1%")]
    [InlineData("late<1%")]
    public void Evaluate_NothingMeasured_IsMissed(string text)
    {
        var result = Threshold.Parse(text).Evaluate(SomeFigures.Create());

        Assert.Equal($"missed: {text} (nothing was measured)", result.ToString());
    }

    [Fact]
    public void Result_OfATime_SaysWhatItWas()
    {
        var result = Threshold.Parse("max<250ms").Evaluate(SomeFigures.Create(milliseconds: [100, 312]));

        Assert.Equal("missed: max<250ms (max was 312ms)", result.ToString());
    }

    [Fact]
    public void Result_OfAShare_SaysWhatItWas()
    {
        var result = Threshold.Parse("errors<50%").Evaluate(SomeFigures.Create(failed: 1, milliseconds: [1, 1, 1]));

        Assert.Equal("met: errors<50% (errors was 25%)", result.ToString());
    }
}
