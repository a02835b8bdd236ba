namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>k6 with <c>--out json</c>: a JSON object on each line, of which those of requests and users are read.</summary>
internal static class K6Points
{
    private const string Duration = "http_req_duration";
    private const string Users = "vus";
    private const string TimeoutCode = "1050";

    public static bool Recognizes(FileHead head) =>
        head.IsJson && head.Has("\"metric\"") && (head.Has("\"type\":\"Metric\"") || head.Has("\"type\":\"Point\""));

    public static void Read(ImportSource source, ImportedData data) => source.UseLines(line => Read(line, data));

    private static void Read(string line, ImportedData data)
    {
        using var document = JsonDocument.Parse(line);
        var root = document.RootElement;
        var metric = root.GetProperty("metric").GetString();
        if (metric is not (Duration or Users) || root.GetProperty("type").GetString() != "Point")
        {
            return;
        }

        var point = root.GetProperty("data");
        var (at, value) = (UnixTime.Parse(point.GetProperty("time").GetString()!), point.GetProperty("value").GetDouble());
        if (metric == Users)
        {
            data.AddUsers(at, (int)value);
            return;
        }

        // The time of a point is the end of the request. Its duration counts from sending, without connecting.
        var duration = (long)(value * 1e6);
        var tags = point.GetProperty("tags");
        var status = int.TryParse(Text(tags, "status"), out var known) ? known : 0;
        var failed = Text(tags, "expected_response") is { Length: > 0 } expected
            ? expected != "true"
            : ImportedRequest.FailureOf(status) is not null;
        data.Add(new ImportedRequest(at - duration, duration, status, failed ? Reason(status, Text(tags, "error_code")) : null)
        {
            TraceId = point.TryGetProperty("metadata", out var metadata)
                && Text(metadata, "trace_id") is { Length: 32 } trace ? trace.ToLowerInvariant() : "",
        });
    }

    private static string Reason(int status, string code) => status > 0 ? $"HTTP {status}"
        : code == TimeoutCode ? RequestOutcome.TimedOut
        : code.Length > 0 ? $"error {code}"
        : "no answer";

    private static string Text(JsonElement tags, string name) =>
        tags.ValueKind == JsonValueKind.Object && tags.TryGetProperty(name, out var value) ? $"{value}" : "";
}
