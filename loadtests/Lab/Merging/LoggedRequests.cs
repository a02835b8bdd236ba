using DroneDelivery.LoadTests.Engine.Histograms.Hdr;
using DroneDelivery.LoadTests.Lab.Exports;

namespace DroneDelivery.LoadTests.Lab.Merging;

/// <summary>
/// The measured requests of an exported script, from what k6 wrote (its CSV output, or a log with LOG_LATENCY) or JMeter and
/// Azure Load Testing (JTL as CSV).
/// </summary>
internal static class LoggedRequests
{
    public static bool IsOne(string file) => Path.GetExtension(file) is ".csv" or ".log" or ".jtl";

    /// <exception cref="FormatException">A number is none, or the columns are not those of JMeter.</exception>
    public static IReadOnlyList<HdrLogEntry> Read(string file)
    {
        using var reader = File.OpenText(file);
        var jmeter = reader.ReadLine()?.StartsWith("timeStamp,", StringComparison.Ordinal) is true;
        var (latency, seconds) = (new LatencyDistribution(), new List<double>());
        foreach (var (at, milliseconds, end) in jmeter ? ReadJMeter(file) : ReadK6(file))
        {
            seconds.Add(at);
            latency.Record((long)(milliseconds * 1_000), end);
        }

        return seconds.Count == 0 ? [] :
        [.. LatencyLog.Entries(
            latency, DateTimeOffset.UnixEpoch.AddSeconds(seconds.Min()), TimeSpan.FromSeconds(seconds.Max() - seconds.Min()))];
    }

    private static IEnumerable<(double Seconds, double Milliseconds, RequestEnd End)> ReadK6(string file) =>
        from line in File.ReadLines(file)
        let values = line.Split(',')
        where values[0] == K6Thresholds.Latency && values.Length > 2
        let milliseconds = double.Parse(values[2])
        // The script records no duration of a failure.
        select milliseconds == K6Thresholds.FailedMs
            ? (double.Parse(values[1]), 0, RequestEnd.Unfinished)
            : (double.Parse(values[1]), milliseconds, RequestEnd.Success);

    private static IEnumerable<(double Seconds, double Milliseconds, RequestEnd End)> ReadJMeter(string file)
    {
        using var reader = File.OpenText(file);
        return
        [
            .. from row in CsvRows.Read(reader)
               where row["label"] == JMeterPlan.Measured
               select (double.Parse(row["timeStamp"]) / 1_000, double.Parse(row["elapsed"]),
                   row["success"] == "true" ? RequestEnd.Success : RequestEnd.Failure),
        ];
    }
}
