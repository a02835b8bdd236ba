using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class OverloadStretchTests
{
    private const double Objective = 0.5;

    [Fact]
    public void FromAttempts_EveryEnd_IsCountedWhereItBelongs()
    {
        Attempt[] attempts =
        [
            new(2, 0.1, AttemptEnd.Answered, IsRetry: false),
            new(2.5, 0.5, AttemptEnd.Answered, IsRetry: true),
            new(3, 0.6, AttemptEnd.Answered, IsRetry: false),
            new(3.1, 0.01, AttemptEnd.Refused, IsRetry: false),
            new(3.2, 0.2, AttemptEnd.Failed, IsRetry: false),
            new(3.9, 9, AttemptEnd.Unanswered, IsRetry: false),
            new(4, 0.1, AttemptEnd.Answered, IsRetry: false),
            new(1.9, 0.1, AttemptEnd.Answered, IsRetry: false),
        ];

        var stretch = OverloadStretch.FromAttempts(attempts, times: 3, from: 2, until: 4, Objective);

        Assert.Equal((6, 2, 1), (stretch.Offered, stretch.Good, stretch.Refused));
        Assert.Equal((3, 1, 1), (stretch.Latency.Successes.Count, stretch.Latency.Failures.Count, stretch.Latency.Unfinished.Count));
        Assert.Equal(3.0 / 5, stretch.MissedShare);
        Assert.Equal((3.0, 1.0), (stretch.OfferedPerSecond, stretch.GoodputPerSecond));
        Assert.Equal((1.0 / 6, 2.0 / 6), (stretch.RefusedShare, stretch.FailedShare));
    }

    [Fact]
    public void FromAttempts_Percentiles_AreThoseOfTheAcceptedAnsweredOrNot()
    {
        var attempts = Enumerable.Range(1, 98).Select(ms => new Attempt(0, ms / 1_000.0, AttemptEnd.Answered, IsRetry: false))
            .Append(new Attempt(0, 7, AttemptEnd.Failed, IsRetry: false))
            .Append(new Attempt(0, 8, AttemptEnd.Unanswered, IsRetry: false))
            .Concat(Enumerable.Repeat(new Attempt(0, 0.001, AttemptEnd.Refused, IsRetry: false), 900));

        var stretch = OverloadStretch.FromAttempts(attempts, 1, 0, 1, Objective);

        var (p50, p99, ofSuccesses) = (stretch.Latency.Percentile(50), stretch.Latency.Percentile(99), stretch.SuccessP99);
        Assert.Equal((50, 98), (Round(p50), Round(ofSuccesses)));
        Assert.InRange(p99.Milliseconds!.Value, 6_996, 7_000);
        Assert.Equal((false, false, false), (p50.AtLeast, p99.AtLeast, ofSuccesses.AtLeast));
    }

    /// <summary>A retry of a client that gave up after 3 s has waited for 3 s; how long it would have taken is not known.</summary>
    [Fact]
    public void FromAttempts_PercentileAmongUnanswered_IsALowerBound()
    {
        var attempts = Enumerable.Repeat(new Attempt(0, 0.02, AttemptEnd.Answered, IsRetry: false), 90)
            .Concat(Enumerable.Repeat(new Attempt(0, 3, AttemptEnd.Unanswered, IsRetry: true), 10)).ToList();

        var p99 = OverloadStretch.FromAttempts(attempts, 1, 0, 1, Objective).Latency.Percentile(99);

        Assert.InRange(p99.Milliseconds!.Value, 2_998, 3_000);
        Assert.True(p99.AtLeast);
        Assert.True(Assert.Single(OverloadSecond.FromAttempts(attempts, until: 1, Objective)).P99.AtLeast);
    }

    [Fact]
    public void SuccessP99_NothingFailed_HasNoValue() => Assert.Null(OverloadStretch.FromAttempts(
        [new(0, 0.1, AttemptEnd.Answered, IsRetry: false)], 1, 0, 1, Objective).SuccessP99.Milliseconds);

    [Fact]
    public void FromAttempts_AllRefused_HasNoLatency()
    {
        var stretch = OverloadStretch.FromAttempts([new(0, 0.1, AttemptEnd.Refused, IsRetry: false)], 1, 0, 1, Objective);

        Assert.Equal((null, null, 1.0), (stretch.Latency.Percentile(99).Milliseconds, stretch.MissedShare, stretch.RefusedShare));
    }

    [Fact]
    public void Seconds_LastOneNotOver_IsLeftOut()
    {
        Attempt[] attempts =
        [
            new(0.2, 0.1, AttemptEnd.Answered, false),
            new(1.9, 0.9, AttemptEnd.Answered, false),
            new(2.1, 0.1, AttemptEnd.Answered, false),
        ];

        var seconds = OverloadSecond.FromAttempts(attempts, until: 2.4, Objective);

        Assert.Equal([(0, 1L), (1, 0L)], seconds.Select(second => (second.Second, second.Good)));
    }

    [Theory]
    [InlineData(100, 100, 0)]
    [InlineData(100, 130, 0.3)]
    [InlineData(200, 100, -0.5)]
    public void MemoryGrowth_OfALoad_IsTheLastFifthOverTheSecond(double second, double last, double expected)
    {
        // Ten seconds from 10 on: fifths of two seconds.
        MemoryPoint[] points =
        [
            new(9, 5), new(10, 10), new(11.5, 20), new(12, second - 1), new(13.5, second + 1), new(15, 999), new(18, last),
            new(19, last),
            new(20, 5),
        ];

        Assert.Equal(expected, MemoryGrowth.Measure(points, from: 10, until: 20)!.Value, 9);
    }

    private static double Round(LatencyValue value) => Math.Round(value.Milliseconds!.Value);

    [Fact]
    public void MemoryGrowth_ReadTooSeldom_IsUnknown() => Assert.Null(MemoryGrowth.Measure([new(13, 100)], from: 10, until: 20));
}
