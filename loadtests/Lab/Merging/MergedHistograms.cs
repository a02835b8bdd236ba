using DroneDelivery.LoadTests.Engine.Histograms.Hdr;

namespace DroneDelivery.LoadTests.Lab.Merging;

/// <summary>The histograms of several load generators, merged as if one had recorded all values.</summary>
/// <param name="Span">The time in which values were recorded: only start and length are used.</param>
/// <param name="Others">The histograms that do not contain latency from the scheduled moment, by tag.</param>
internal sealed record MergedHistograms(
    IReadOnlyList<string> Files, LatencyDistribution Latency, HdrLogEntry Span, IReadOnlyList<HdrLogEntry> Others)
{
    private const int LabelWidth = 14;
    private const string LatencyName = "latency";
    private const string Successes = "  successes";

    /// <exception cref="LabException">A file cannot be read; the message says which and why.</exception>
    public static async Task<MergedHistograms> ReadAsync(IReadOnlyList<string> files, CancellationToken cancellationToken)
    {
        var latency = new LatencyDistribution();
        var entries = new List<HdrLogEntry>();
        foreach (var file in files)
        {
            var read = await ReadOneAsync(file, cancellationToken);
            latency.Merge(LatencyLog.Read(read));
            entries.AddRange(read);
        }

        return entries.Count > 0
            ? new MergedHistograms(
                files,
                latency,
                HdrLogEntry.Merge(entries),
                [.. entries.Where(entry => !LatencyLog.IsLatencyEntry(entry))
                    .GroupBy(entry => entry.Tag).Select(tagged => HdrLogEntry.Merge([.. tagged]))])
            : throw new LabException($"There is no histogram in {string.Join(", ", files)}.");
    }

    public string Plain()
    {
        var counts = Rows().Where(row => row.Name != Successes).Select(row => $"{row.Histogram.Count:N0} values of {row.Name}");
        return $"{Counted(Files.Count, "file")}, {string.Join(", ", counts)}\n\n"
            + TimeTable.Plain(LabelWidth, [.. Rows().Select(row => (row.Name, row.Times, ""))]);
    }

    public string Json() => JsonSerializer.Serialize(
        Rows().Select(row => new { row.Name, Milliseconds = row.Times, Histogram = row.Histogram.ToRecord() }),
        JsonSerializerOptions.Web);

    /// <param name="file">Null for none.</param>
    /// <exception cref="LabException">The file cannot be written.</exception>
    public void Write(FileInfo? file) => OutputFile.WriteBy(file?.FullName, path => HistogramFile.Write(
        path, [.. LatencyLog.Entries(Latency, Span.StartedAt, Span.Length), .. Others]));

    /// <summary>Contains a row for successes alone only if a request failed.</summary>
    private IReadOnlyList<(string Name, TimeFigures Times, LatencyHistogram Histogram)> Rows() =>
    [
        .. Latency.Count > 0 ? new[] { (LatencyName, new TimeFigures(Latency), Latency.All()) } : [],
        .. Latency.Failed > 0 ? new[] { (Successes, TimeFigures.FromHistogram(Latency.Successes), Latency.Successes) } : [],
        .. Others.Select(other => (other.Tag!, TimeFigures.FromHistogram(other.Histogram), other.Histogram)),
    ];

    private static async Task<IReadOnlyList<HdrLogEntry>> ReadOneAsync(string file, CancellationToken cancellationToken)
    {
        if (Directory.Exists(file))
        {
            return await ReadRunAsync(RunFolders.One(file), cancellationToken);
        }

        try
        {
            return LoggedRequests.IsOne(file) ? LoggedRequests.Read(file) : HistogramFile.Read(file);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            throw new LabException($"{file} cannot be read: {exception.Message}", exception);
        }
    }

    /// <summary>The latencies of all seconds of a run.</summary>
    private static async Task<IReadOnlyList<HdrLogEntry>> ReadRunAsync(RunFolder folder, CancellationToken cancellationToken)
    {
        var run = await RunFolders.ReadAsync(() => folder.ReadAsync(cancellationToken));
        var (start, length) = (run.Record.Manifest.StartedAt, TimeSpan.FromSeconds(run.Record.Load.DurationSeconds));
        return run.Samples.MergedLatency(run.Record.Load.Seconds) is { } latency
            ? [.. LatencyLog.Entries(latency, start, length)]
            : throw new LabException($"{folder.Path} has no histogram: its latencies by second were not kept.");
    }
}
