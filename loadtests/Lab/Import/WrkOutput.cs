namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>The output of wrk with <c>--latency</c>.</summary>
internal static class WrkOutput
{
    public static bool Recognizes(FileHead head) => head.Has(" test @ ") && head.Has("requests in ");

    public static void Read(ImportSource source, ImportedData data)
    {
        using var reader = new StreamReader(source.Stream, leaveOpen: true);
        var report = WrkReport.Read(reader.ReadToEnd());
        var failures = new Dictionary<string, long>(report.SocketErrors);
        if (report.Refused > 0)
        {
            failures["not 2xx or 3xx"] = report.Refused;
        }

        var figures = LatencySummary.Figures.Where(_ => report.SocketErrors.ContainsKey(WrkReport.Timeout));
        source.Use(1, () => data.Add(ImportedTotals.FromFigures(
            report.Seconds, report.Answered - report.Refused, failures,
            new LatencySummary
            {
                MeanMs = report.MeanMs ?? throw new FormatException("There is no mean latency."),
                P50Ms = report.PercentileMs("50"), P75Ms = report.PercentileMs("75"), P90Ms = report.PercentileMs("90"),
                P95Ms = report.PercentileMs("95"), P99Ms = report.PercentileMs("99"), P999Ms = report.PercentileMs("99.9"),
                P9999Ms = report.PercentileMs("99.99"), MaxMs = report.MaxMs,
                // Requests that timed out are in no latency.
                AtLeast = report.SocketErrors.ContainsKey(WrkReport.Timeout) ? [.. figures.Select(figure => figure.Name)] : null,
            }) with
        { IsFromScheduledMoment = report.IsFromScheduledMoment }));
    }
}
