namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>Results of JMeter and Azure Load Testing (JTL as CSV). A sample counts from sending, connecting included.</summary>
internal static class JMeterResults
{
    private const string NoStatus = "Non HTTP response code: ";

    public static bool Recognizes(FileHead head) => head.HasColumns("timestamp", "elapsed", "label");

    public static void Read(ImportSource source, ImportedData data) => source.UseRows(row => Read(row, data));

    private static void Read(CsvRow row, ImportedData data)
    {
        var (start, code) = (Moment(row["timestamp"]), row["responsecode"]);
        var request = new ImportedRequest(
            start, (long)(row.Number("elapsed") * 1e6), int.TryParse(code, out var status) ? status : 0,
            row["success"] == "true" ? null : Reason(code))
        {
            Bytes = (long)(row.NumberOrNull("bytes") ?? 0),
        };
        data.Add(request);
        if (row.NumberOrNull("allthreads") is { } users)
        {
            data.AddUsers(request.EndNanoseconds, (int)users);
        }
    }

    private static string Reason(string code) => code switch
    {
        "" => "no answer",
        // A sample that an assertion failed has the status of a success.
        _ when int.TryParse(code, out var status) => ImportedRequest.FailureOf(status) ?? "failed assertion",
        _ when code.Contains("TimeoutException", StringComparison.Ordinal) => RequestOutcome.TimedOut,
        _ => code.Replace(NoStatus, "", StringComparison.Ordinal).Split('.')[^1],
    };

    /// <summary>Milliseconds since 1970, or a date if JMeter was set up so.</summary>
    private static long Moment(string text) =>
        long.TryParse(text, CultureInfo.InvariantCulture, out var milliseconds) ? milliseconds * 1_000_000 : UnixTime.Parse(text);
}
