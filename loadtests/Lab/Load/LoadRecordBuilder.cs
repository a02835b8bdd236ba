using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>Turns what the engine measured into what a run folder keeps.</summary>
internal static class LoadRecordBuilder
{
    private const double MicrosecondsInMillisecond = 1000;

    public static LoadRecord ToRecord(LoadResult result, LoadProfile profile) => new(
        result.MeasuredDuration.TotalSeconds,
        result.Completed,
        result.Failed,
        result.FailuresByReason,
        result.CutOff,
        Summarise(result.Latency),
        Summarise(result.ServiceTime),
        [
            .. result.Latency
                .Buckets()
                .Select(bucket => new DistributionBucket(bucket.To / MicrosecondsInMillisecond, bucket.Count)),
        ],
        Describe(result),
        [.. result.Seconds.Select(second => new LoadSecond(
            second.Second, second.Users, second.Completed, second.Failed, second.MeanMs, second.P50Ms, second.P95Ms))],
        [.. result.Steps.Select(step => new LoadStepRecord(
            step.Users, step.Duration.TotalSeconds, step.Completed, step.Failed, step.MeanMs, step.P95Ms))])
    {
        Sent = result.Sent,
        AnsweredLate = result.CompletedLate,
        PlannedSeconds = profile.Duration.TotalSeconds,
        ThinkTimeMs = profile is ClosedLoopProfile { ThinkTime.Mean: var mean } && mean > TimeSpan.Zero
            ? mean.TotalMilliseconds
            : null,
        Arrivals = profile is OpenLoopProfile { Arrivals: var asked } && result.Arrivals is { } came
            ? new ArrivalRecord(asked.Expected, came.Late, came.Dropped)
            : null,
    };

    private static GeneratorRecord Describe(LoadResult result) => new(
        Milliseconds(result.Lateness, 50),
        Milliseconds(result.Lateness, 99),
        result.Lateness.Max / MicrosecondsInMillisecond,
        result.Generator.ShareOfOneCore,
        result.Generator.WasLimit);

    private static LatencySummary Summarise(LatencyHistogram histogram) => new(
        histogram.Mean / MicrosecondsInMillisecond,
        Milliseconds(histogram, 50),
        Milliseconds(histogram, 75),
        Milliseconds(histogram, 90),
        Milliseconds(histogram, 95),
        Milliseconds(histogram, 99),
        Milliseconds(histogram, 99.9),
        Milliseconds(histogram, 99.99),
        histogram.Max / MicrosecondsInMillisecond);

    private static double Milliseconds(LatencyHistogram histogram, double percentile) =>
        histogram.ValueAtPercentile(percentile) / MicrosecondsInMillisecond;
}
