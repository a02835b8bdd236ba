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

        Assert.Equal((6, 2, 3, 1, 2), (stretch.Offered, stretch.Good, stretch.Answered, stretch.Refused, stretch.Failed));
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

        Assert.Equal((50.0, 7_000.0), (stretch.P50Ms, stretch.P99Ms));
    }

    [Fact]
    public void FromAttempts_AllRefused_HasNoLatency()
    {
        var stretch = OverloadStretch.FromAttempts([new(0, 0.1, AttemptEnd.Refused, IsRetry: false)], 1, 0, 1, Objective);

        Assert.Equal((0.0, 0.0, 1.0), (stretch.P50Ms, stretch.P99Ms, stretch.RefusedShare));
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

    [Fact]
    public void MemoryGrowth_ReadTooSeldom_IsUnknown() => Assert.Null(MemoryGrowth.Measure([new(13, 100)], from: 10, until: 20));
}
