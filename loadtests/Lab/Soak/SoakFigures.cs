using System.Globalization;

namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>The figures of a long load at a constant rate, from its run folder.</summary>
/// <param name="Rate">Arrivals per second.</param>
/// <param name="Capacity">The capacity that the rate is a share of, in requests per second; null if the rate was given.</param>
public sealed record SoakFigures(RunRecord Run, double Rate, double? Capacity, IReadOnlyList<SoakSeries> Series)
{
    // Settings in the manifest of a run.
    internal const string RateSetting = "rate";
    internal const string CapacitySetting = "capacity";

    /// <summary>The number of intervals for which latencies are computed.</summary>
    private const int Stretches = 100;

    public static SoakFigures FromRun(RunData run)
    {
        var settings = run.Record.Manifest.Configuration;
        return new SoakFigures(
            run.Record,
            NumberOf(RateSetting)!.Value,
            NumberOf(CapacitySetting),
            [
                .. LatencyStretches.Series(run.Samples.SecondLatencies, Stretches),
                .. ProcessSeries("open handles", "", sample => sample.Handles),
                .. ProcessSeries("resident memory", "MiB", sample => sample.MemoryMiB),
                .. ProcessSeries("threads", "", sample => sample.Threads),
            ]);

        double? NumberOf(string setting) => settings.TryGetValue(setting, out var text)
            ? double.Parse(text, CultureInfo.InvariantCulture)
            : null;

        IEnumerable<SoakSeries> ProcessSeries(string figure, string unit, Func<ProcessSample, double?> value) =>
            from process in run.Samples.Processes.GroupBy(sample => sample.Process)
            let points = process.Where(sample => value(sample) is not null)
                .Select(sample => new SoakPoint(sample.Second, value(sample))).ToList()
            where points.Count > 0
            select new SoakSeries(process.Key, figure, unit, points);
    }
}

/// <summary>One figure over time.</summary>
/// <param name="Subject">The process, or <c>requests</c>.</param>
/// <param name="Unit">The unit of the values; slopes are in this unit per hour.</param>
public sealed record SoakSeries(string Subject, string Figure, string Unit, IReadOnlyList<SoakPoint> Points)
{
    /// <summary>Null if the run was too short for a trend.</summary>
    public Trend? Trend => Soak.Trend.FromPoints(
        [.. Points.Where(point => point.Value is not null).Select(point => (point.Second, point.Value!.Value))]);
}

/// <summary>A value at a time. <paramref name="Second"/> counts from the start of the measured load.</summary>
/// <param name="Value">Null if too many arrivals were dropped for the value to be known.</param>
/// <param name="AtLeast">Whether the value is a lower bound, since requests timed out or were not answered.</param>
public readonly record struct SoakPoint(double Second, double? Value, bool AtLeast = false);
