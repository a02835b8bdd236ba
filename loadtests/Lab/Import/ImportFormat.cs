namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>A format that can be imported.</summary>
/// <param name="Name">The name on the command line.</param>
/// <param name="Tool">The program that writes it.</param>
/// <param name="Recognizes">Whether a file begins like one of this format.</param>
/// <param name="Read">Reads a file, once for each pass.</param>
internal sealed record ImportFormat(
    string Name, string Tool, Func<FileHead, bool> Recognizes, Action<ImportSource, ImportedData> Read)
{
    private const string Arrival = "arrival at the service";

    /// <summary>Whether it is of a load generator; the others are telemetry of services.</summary>
    public bool IsOfGenerator { get; private init; } = true;

    /// <summary>The moment from which latencies count.</summary>
    public string LatencyFrom => IsOfGenerator ? RunRecord.Sending : Arrival;

    /// <summary>Telemetry in protobuf comes last: its beginning is the least distinct one.</summary>
    public static IReadOnlyList<ImportFormat> All { get; } =
    [
        new("k6", "k6", K6Points.Recognizes, K6Points.Read),
        new("k6-summary", "k6", K6Summary.Recognizes, K6Summary.Read),
        new("jmeter", "JMeter", JMeterResults.Recognizes, JMeterResults.Read),
        new("wrk", "wrk", WrkOutput.Recognizes, WrkOutput.Read),
        new("nbomber", "NBomber", NBomberResults.Recognizes, NBomberResults.Read),
        new("app-insights", "Application Insights", ApplicationInsights.Recognizes, ApplicationInsights.Read)
        {
            IsOfGenerator = false,
        },
        new("otlp", "OpenTelemetry", OtlpFile.Recognizes, OtlpFile.Read) { IsOfGenerator = false },
    ];

    /// <exception cref="LabException">No format is like that; the message lists them.</exception>
    public static ImportFormat Find(string path)
    {
        var head = FileHead.Read(path);
        return All.FirstOrDefault(format => format.Recognizes(head)) ?? throw new LabException(
            $"{Path.GetFileName(path)} has no known format. "
            + (head.IsXml ? "Results of JMeter are read as CSV, not as XML. " : "")
            + $"Formats: {string.Join(", ", All.Select(format => format.Name))}. --format names one.");
    }
}

/// <summary>The first bytes of a file.</summary>
internal sealed record FileHead(byte[] Bytes)
{
    private const int Length = 64 * 1024;

    public string Text { get; } = Encoding.UTF8.GetString(Bytes).TrimStart('\uFEFF');

    /// <summary>The first line, in lower case.</summary>
    public string FirstLine => field ??= Text.Split('\n', 2)[0].ToLowerInvariant();

    public bool IsXml => Text.TrimStart().StartsWith("<?xml", StringComparison.Ordinal);

    public bool IsJson => Text.TrimStart().StartsWith('{');

    public bool Has(string text) => Text.Contains(text, StringComparison.Ordinal);

    /// <summary>Whether the first line is a header of CSV with all of these columns.</summary>
    public bool HasColumns(params ReadOnlySpan<string> names)
    {
        HashSet<string> columns = [.. FirstLine.Split(',').Select(name => CsvRow.Normalized(name.Trim().Trim('"')))];
        foreach (var name in names)
        {
            if (!columns.Contains(name))
            {
                return false;
            }
        }

        return true;
    }

    public static FileHead Read(string path)
    {
        using var stream = File.OpenRead(path);
        var bytes = new byte[Math.Min(Length, stream.Length)];
        stream.ReadExactly(bytes);
        return new FileHead(bytes);
    }
}
