namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Reads the output of wrk with <c>--latency</c>.</summary>
internal static partial class WrkReport
{
    /// <exception cref="LabException">The output has no figures.</exception>
    public static MeasuredLoad Read(string printed)
    {
        var (requests, rate) = (Requests().Match(printed), Rate().Match(printed));
        if (!requests.Success || !rate.Success)
        {
            throw new LabException($"wrk printed no figures: {printed.ReplaceLineEndings(" ").Trim()}");
        }

        var errors = SocketErrors().Match(printed);
        var timeouts = Number(errors.Groups[4]);
        return new MeasuredLoad(
            (long)Number(requests.Groups[1]), Number(rate.Groups[1]), Latency(printed, "50", timeouts > 0),
            Latency(printed, "99", timeouts > 0),
            (long)Number(Refused().Match(printed).Groups[1]) + errors.Groups.Values.Skip(1).Sum(group => (long)Number(group)));
    }

    /// <param name="atLeast">Whether requests timed out: wrk's latencies do not include them.</param>
    private static LatencyValue Latency(string printed, string percentile, bool atLeast)
    {
        var line = LatencyLine().Matches(printed).FirstOrDefault(match => match.Groups[1].Value == percentile)
            ?? throw new LabException($"wrk printed no latency of {percentile} %.");
        var milliseconds = Number(line.Groups[2]) * line.Groups[3].Value switch
        {
            "us" => 0.001,
            "ms" => 1,
            "m" => 60_000,
            _ => 1_000,
        };
        return new LatencyValue(milliseconds, atLeast);
    }

    /// <summary>0 if the number was not printed.</summary>
    private static double Number(Group group) => group.Success ? double.Parse(group.Value) : 0;

    [GeneratedRegex(@"(\d+) requests in ")]
    private static partial Regex Requests();

    [GeneratedRegex(@"Requests/sec:\s+([\d.]+)")]
    private static partial Regex Rate();

    [GeneratedRegex(@"^\s+(\d+)%\s+([\d.]+)(us|ms|s|m)\s*$", RegexOptions.Multiline)]
    private static partial Regex LatencyLine();

    [GeneratedRegex(@"Non-2xx or 3xx responses: (\d+)")]
    private static partial Regex Refused();

    [GeneratedRegex(@"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)")]
    private static partial Regex SocketErrors();
}
