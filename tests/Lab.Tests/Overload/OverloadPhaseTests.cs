using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class OverloadPhaseTests
{
    private const double Objective = 0.5;

    [Fact]
    public void FromAttempts_EveryEnd_IsCountedWhereItBelongs()
    {
        Attempt[] attempts =
        [
            new(2, 0.1, AttemptOutcome.Answered, IsRetry: false),
            new(2.5, 0.5, AttemptOutcome.Answered, IsRetry: true),
            new(3, 0.6, AttemptOutcome.Answered, IsRetry: false),
            new(3.1, 0.01, AttemptOutcome.Refused, IsRetry: false),
            new(3.2, 0.2, AttemptOutcome.Failed, IsRetry: false),
            new(3.9, 9, AttemptOutcome.Unanswered, IsRetry: false),
            new(3.9, 9, AttemptOutcome.Unsent, IsRetry: false),
            new(4, 0.1, AttemptOutcome.Answered, IsRetry: false),
            new(1.9, 0.1, AttemptOutcome.Answered, IsRetry: false),
        ];

        var phase = OverloadPhase.FromAttempts(attempts, times: 3, from: 2, until: 4, Objective);

        Assert.Equal((7, 2, 1), (phase.Offered, phase.Good, phase.Refused));
        Assert.Equal((3, 1, 1), (phase.Latency.Successes.Count, phase.Latency.Failures.Count, phase.Latency.Unfinished.Count));
        Assert.Equal(4.0 / 6, phase.MissedShare);
        Assert.Equal((3.5, 1.0), (phase.OfferedPerSecond, phase.GoodputPerSecond));
        Assert.Equal((1.0 / 7, 3.0 / 7), (phase.RefusedShare, phase.FailedShare));
    }

    [Fact]
    public void FromAttempts_Percentiles_AreThoseOfTheAcceptedAnsweredOrNot()
    {
        var attempts = Enumerable.Range(1, 98).Select(ms => new Attempt(0, ms / 1_000.0, AttemptOutcome.Answered, IsRetry: false))
            .Append(new Attempt(0, 7, AttemptOutcome.Failed, IsRetry: false))
            .Append(new Attempt(0, 8, AttemptOutcome.Unanswered, IsRetry: false))
            .Concat(Enumerable.Repeat(new Attempt(0, 0.001, AttemptOutcome.Refused, IsRetry: false), 900));

        var phase = OverloadPhase.FromAttempts(attempts, 1, 0, 1, Objective);

        var (p50, p99, ofSuccesses) = (phase.Latency.Percentile(50), phase.Latency.Percentile(99), phase.Latency.SuccessPercentile(99));
        Assert.Equal((50, 98), (Round(p50), Round(ofSuccesses)));
        Assert.InRange(p99.Milliseconds!.Value, 6_996, 7_000);
        Assert.Equal((false, false, false), (p50.AtLeast, p99.AtLeast, ofSuccesses.AtLeast));
    }

    /// <summary>A retry of a client that gave up after 3 s has waited for 3 s; how long it would have taken is not known.</summary>
    [Fact]
    public void FromAttempts_PercentileAmongUnanswered_IsALowerBound()
    {
        var attempts = Enumerable.Repeat(new Attempt(0, 0.02, AttemptOutcome.Answered, IsRetry: false), 90)
            .Concat(Enumerable.Repeat(new Attempt(0, 3, AttemptOutcome.Unanswered, IsRetry: true), 10)).ToList();

        var p99 = OverloadPhase.FromAttempts(attempts, 1, 0, 1, Objective).Latency.Percentile(99);

        Assert.InRange(p99.Milliseconds!.Value, 2_998, 3_000);
        Assert.True(p99.AtLeast);
        Assert.True(Assert.Single(OverloadSecond.FromAttempts(attempts, until: 1, Objective)).P99.AtLeast);
    }

    /// <summary>Of a hundred arrivals, p99 leaves room for one that was not sent.</summary>
    [Theory]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public void FromAttempts_RequestsNeverSent_AreInNoLatency(int unsent, bool isStated)
    {
        var attempts = Enumerable.Repeat(new Attempt(0, 0.02, AttemptOutcome.Answered, IsRetry: false), 100 - unsent)
            .Concat(Enumerable.Repeat(new Attempt(0, 9, AttemptOutcome.Unsent, IsRetry: false), unsent));

        var p99 = OverloadPhase.FromAttempts(attempts, 1, 0, 1, Objective).Latency.Percentile(99);

        Assert.Equal(isStated, p99.Milliseconds is > 19 and < 21);
        Assert.Equal(isStated, p99.NotStated is null);
    }

    [Fact]
    public void SuccessPercentile_NothingFailed_HasNoValue() => Assert.Null(OverloadPhase.FromAttempts(
        [new(0, 0.1, AttemptOutcome.Answered, IsRetry: false)], 1, 0, 1, Objective).Latency.SuccessPercentile(99).Milliseconds);

    [Fact]
    public void FromAttempts_AllRefused_HasNoLatency()
    {
        var phase = OverloadPhase.FromAttempts([new(0, 0.1, AttemptOutcome.Refused, IsRetry: false)], 1, 0, 1, Objective);

        Assert.Equal((null, null, 1.0), (phase.Latency.Percentile(99).Milliseconds, phase.MissedShare, phase.RefusedShare));
    }

    [Fact]
    public void Seconds_LastOneNotOver_IsLeftOut()
    {
        Attempt[] attempts =
        [
            new(0.2, 0.1, AttemptOutcome.Answered, false),
            new(1.9, 0.9, AttemptOutcome.Answered, false),
            new(2.1, 0.1, AttemptOutcome.Answered, false),
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
        ChartPoint[] points =
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
