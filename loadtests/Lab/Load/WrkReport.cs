namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>The output of wrk with <c>--latency</c>. Its latencies are of all answers, without requests that timed out.</summary>
/// <param name="Answered">Requests with any answer.</param>
/// <param name="Refused">Answers that are neither 2xx nor 3xx.</param>
/// <param name="SocketErrors">Failures to connect, read and write, and time-outs.</param>
internal sealed partial record WrkReport(
    long Answered, double Seconds, double RequestsPerSecond, long Refused, IReadOnlyDictionary<string, long> SocketErrors)
{
    private IReadOnlyDictionary<string, double> Latencies { get; init; } = new Dictionary<string, double>();

    private bool HasTimeouts => SocketErrors.ContainsKey(Timeout);

    public const string Timeout = "timeout";

    /// <summary>Requests with an error answer or without an answer.</summary>
    public long Failed => Refused + SocketErrors.Values.Sum();

    public double? MeanMs { get; private init; }

    public double? MaxMs { get; private init; }

    /// <summary>Whether it is of wrk2, which counts a latency from the scheduled moment.</summary>
    public bool IsFromScheduledMoment { get; private init; }

    /// <summary>Null if wrk did not print it.</summary>
    /// <param name="percentile">As wrk prints it without its last zeros, for example <c>99</c>.</param>
    public double? PercentileMs(string percentile) => Latencies.TryGetValue(percentile, out var latency) ? latency : null;

    /// <exception cref="LabException">It was not printed.</exception>
    public LatencyValue Percentile(string percentile) => PercentileMs(percentile) is { } latency
        ? new LatencyValue(latency, HasTimeouts)
        : throw new LabException($"wrk printed no latency of {percentile} %.");

    /// <exception cref="LabException">The output has no figures.</exception>
    public static WrkReport Read(string printed)
    {
        var (requests, rate) = (Requests().Match(printed), Rate().Match(printed));
        if (!requests.Success || !rate.Success)
        {
            throw new LabException($"wrk printed no figures: {printed.ReplaceLineEndings(" ").Trim()}");
        }

        var (errors, thread) = (Errors().Match(printed), ThreadLatency().Match(printed));
        string[] kinds = ["connect", "read", "write", Timeout];
        return new WrkReport(
            (long)Number(requests.Groups[1]),
            Milliseconds(requests.Groups[2], requests.Groups[3]) / 1_000,
            Number(rate.Groups[1]),
            (long)Number(NotSuccessful().Match(printed).Groups[1]),
            kinds.Select((kind, index) => (kind, Count: (long)Number(errors.Groups[index + 1])))
                .Where(error => error.Count > 0)
                .ToDictionary(error => error.kind, error => error.Count))
        {
            Latencies = LatencyLine().Matches(printed).DistinctBy(line => line.Groups[1].Value)
                .ToDictionary(line => line.Groups[1].Value, line => Milliseconds(line.Groups[2], line.Groups[3])),
            MeanMs = thread.Success ? Milliseconds(thread.Groups[1], thread.Groups[2]) : null,
            MaxMs = thread.Success ? Milliseconds(thread.Groups[3], thread.Groups[4]) : null,
            IsFromScheduledMoment = printed.Contains("Recorded Latency", StringComparison.Ordinal),
        };
    }

    private static double Milliseconds(Group number, Group unit) => Number(number) * unit.Value switch
    {
        "us" => 0.001,
        "ms" => 1,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => 1_000,
    };

    /// <summary>0 if the number was not printed.</summary>
    private static double Number(Group group) => group.Success ? double.Parse(group.Value) : 0;

    [GeneratedRegex(@"(\d+) requests in ([\d.]+)(us|ms|s|m|h)")]
    private static partial Regex Requests();

    [GeneratedRegex(@"Requests/sec:\s+([\d.]+)")]
    private static partial Regex Rate();

    [GeneratedRegex(@"^\s+Latency\s+([\d.]+)([a-z]+)\s+[\d.]+[a-z]+\s+([\d.]+)([a-z]+)", RegexOptions.Multiline)]
    private static partial Regex ThreadLatency();

    [GeneratedRegex(@"^\s+(\d+(?:\.\d*[1-9])?)(?:\.?0*)%\s+([\d.]+)(us|ms|s|m)\s*$", RegexOptions.Multiline)]
    private static partial Regex LatencyLine();

    [GeneratedRegex(@"Non-2xx or 3xx responses: (\d+)")]
    private static partial Regex NotSuccessful();

    [GeneratedRegex(@"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)")]
    private static partial Regex Errors();
}
