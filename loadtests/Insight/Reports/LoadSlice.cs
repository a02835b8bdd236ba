using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>
/// A few seconds of load together: a long run has more seconds than a chart has room for. Latencies are means of the seconds'
/// values, weighted by their requests.
/// </summary>
/// <param name="At">The middle of the slice, in seconds.</param>
internal sealed record LoadSlice(double At, int Users, double RequestsPerSecond, double MeanMs, double P95Ms, long Successful)
{
    /// <summary>Requests that failed for the client, per second.</summary>
    public double FailedPerSecond { get; private init; }

    public static IReadOnlyList<LoadSlice> Of(LoadRecord load)
    {
        var width = TimeBuckets.Width(load.DurationSeconds);
        return
        [
            .. load.Seconds
                .GroupBy(second => second.Second / width)
                .OrderBy(slice => slice.Key)
                .Select(slice => Of([.. slice], slice.Key * width, Math.Min((slice.Key + 1) * width, load.DurationSeconds)))
                .OfType<LoadSlice>(),
        ];
    }

    /// <summary>Null for the rest of a second at the end: too short to speak of a rate.</summary>
    private static LoadSlice? Of(LoadSecond[] seconds, double from, double to)
    {
        if (to - from < 0.5)
        {
            return null;
        }

        var successful = seconds.Sum(second => second.Successful);
        return new LoadSlice(
            (from + to) / 2,
            seconds.Max(second => second.Users),
            successful / (to - from),
            Weighted(second => second.MeanMs),
            Weighted(second => second.P95Ms),
            successful)
        { FailedPerSecond = seconds.Sum(second => second.Failed) / (to - from) };

        double Weighted(Func<LoadSecond, double> value) =>
            successful > 0 ? seconds.Sum(second => value(second) * second.Successful) / successful : 0;
    }
}
