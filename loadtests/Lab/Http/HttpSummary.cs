namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The summary that is printed at the end of a run.</summary>
internal static class HttpSummary
{
    private const int Labels = 14;
    private const double BytesInMegabyte = 1_000_000;
    private const double MicrosecondsInSecond = 1_000_000;

    /// <summary>In seconds: a lower limit for the duration, so that rates of a run that was stopped at once are finite.</summary>
    private const double ShortestRun = 0.001;

    public static string Plain(HttpReport report) => string.Join('\n', Lines(report));

    public static IEnumerable<string> Thresholds(HttpReport report) =>
        report.Thresholds.Select(threshold => $"{threshold}; {VerdictBasis.Describe(runs: 1)}");

    private static IEnumerable<string> Lines(HttpReport report) =>
    [
        $"{report.Method} {report.Url}, {Name(report.Protocol)}, {report.Load}",
        "",
        .. Counts(report),
        "",
        TimeTable.Plain(
            Labels,
            [
                ("latency", report.LatencyMs, "from the scheduled moment"),
                .. Successes(report.SuccessLatencyMs, "from the scheduled moment"),
                ("service time", report.ServiceTimeMs, "from sending"),
                ("errors", report.ErrorLatencyMs, "from the scheduled moment"),
            ]),
        .. report.Calls.Count > 0 ? new[] { "", Calls(report.Calls) } : [],
        "",
        .. Costs(report),
        "",
        .. Verdict(report),
    ];

    private static IEnumerable<string> Counts(HttpReport report)
    {
        if (report is { Asked: { } asked, PlannedSeconds: { } planned })
        {
            yield return Line(
                "asked",
                $"{asked / planned,10:N1}/s {asked,12:N0} in {planned:0.#} s",
                $", {report.Scheduled ?? 0:N0} due before the end");
        }
        else if (report.Asked is { } requests)
        {
            yield return Line(
                "asked", $"{"",12} {requests,12:N0} requests", $", and {report.WarmUpRequests:N0} before, in the warm-up");
        }

        var seconds = Math.Max(report.Seconds, ShortestRun);
        yield return Line(
            "sent",
            $"{report.Sent / seconds,10:N1}/s {report.Sent,12:N0} in {report.Seconds:0.#} s",
            $", {report.Late:N0} late, {report.Dropped:N0} dropped");
        yield return Line(
            "succeeded", $"{report.RequestsPerSecond,10:N1}/s {report.Completed,12:N0}",
            $", {report.CutOff:N0} cut off at the end");
        yield return Line("errors", $"{report.Failed / seconds,10:N1}/s {report.Failed,12:N0}", Reasons(report));
    }

    private static string Reasons(HttpReport report)
    {
        var share = (double)report.Failed / (report.Completed + report.Failed);
        var reasons = report.Errors.OrderByDescending(reason => reason.Value)
            .Select(reason => $"{reason.Key} {reason.Value:N0}")
            .Concat(report.Unanswered > 0 ? [$"unanswered {report.Unanswered:N0}"] : Array.Empty<string>());
        return report.Failed == 0 ? "" : $" ({share:P2}): {string.Join(", ", reasons)}";
    }

    /// <summary>A row for the latency of successes alone; none when nothing failed.</summary>
    private static IEnumerable<(string Name, TimeFigures Figures, string Note)> Successes(TimeFigures? successes, string note) =>
        successes is null ? [] : [("  successes", successes, note)];

    private static string Calls(IReadOnlyList<NamedCall> calls)
    {
        var width = Math.Max(Labels, calls.Max(call => call.Name.Length) + 1);
        var rows = calls.SelectMany(call =>
            Successes(call.SuccessLatencyMs, call.Name).Prepend((Name: call.Name, Figures: call.LatencyMs, Note: Ends(call))));
        return TimeTable.Plain(width, [.. rows]);
    }

    private static string Ends(NamedCall call) => $"{call.Completed:N0} succeeded, {call.Failed:N0} failed";

    private static IEnumerable<string> Costs(HttpReport report)
    {
        var (connections, generator, lateness) = (report.Connections, report.Generator, report.LatenessMs);
        var megabytes = report.BytesReceived / BytesInMegabyte;
        var cpu = generator.CpuSeconds * MicrosecondsInSecond / Math.Max(1, report.Sent);
        yield return Line(
            "connections",
            $"{connections.Opened:N0} opened, {Counted(connections.TlsHandshakes, "TLS handshake")}",
            $", {Counted(connections.Retries, "request")} sent again on a new one{WarmUp(report.WarmUpConnections)}");
        if (report.Idle is { } idle)
        {
            yield return Line(
                "idle",
                $"{Counted(idle.Asked, "connection")} asked for, {idle.Opened:N0} opened, {idle.Refused:N0} refused",
                $", {idle.OpenAtEnd:N0} still open at the end");
        }

        yield return Line(
            "received", $"{megabytes:N2} MB of bodies", $", {megabytes / Math.Max(report.Seconds, ShortestRun):N2} MB/s");
        yield return Line(
            "generator", $"{generator.ShareOfOneCore:0.00} of {Counted(generator.Cores, "core")}",
            $", {cpu:N1} us of CPU for a request");
        yield return Line(
            "lateness", $"requests left p50 {Hundredths(lateness.P50)}, p99 {Hundredths(lateness.P99)}",
            $", at most {Hundredths(lateness.Max)} ms after their moment");
    }

    private static string Hundredths(LatencyValue time) => time.ToText(ms => $"{ms:0.00}");

    private static string WarmUp(ClientCounts connections) =>
        connections.Opened > 0 ? $"; {connections.Opened:N0} opened before, in the warm-up" : "";

    private static IEnumerable<string> Verdict(HttpReport report)
    {
        var generator = report.Generator;
        var conditions = RunConditions.Judge(generator.Limits, generator.ShareOfOneCore / generator.Cores, report.Machine);
        if (conditions.Disturbance is { } disturbance)
        {
            yield return $"The machine was disturbed. {disturbance}";
        }

        if (conditions.GeneratorLimit is { } limit)
        {
            yield return $"The generator was {conditions.Generator}. {limit} Latency includes that delay, service time does not.";
        }
        else if (conditions.AreGood)
        {
            yield return "The generator was not the limit.";
        }

        if (report.Unanswered > 0)
        {
            yield return $"{Counted(report.Unanswered, "request")} had no answer after the grace period: "
                + "they are errors to thresholds, and in latency with the time waited.";
        }

        foreach (var reason in report.LatencyMs.NotStated ?? [])
        {
            yield return $"A latency is not stated: {reason}.";
        }

        if (report.DebugBuild)
        {
            yield return "This is a debug build: its figures are not to be quoted. Run with -c Release.";
        }

        if (report.StoppedBy is { } stoppedBy)
        {
            yield return $"Stopped by {stoppedBy.Threshold}: figures cover the time until then.";
        }
        else if (report.Interrupted)
        {
            yield return "Interrupted: figures cover the time until then.";
        }

        foreach (var threshold in Thresholds(report))
        {
            yield return threshold;
        }
    }

    public static string Name(HttpProtocol protocol) => protocol switch
    {
        HttpProtocol.Http1 => "HTTP/1.1",
        HttpProtocol.Http2 => "HTTP/2",
        _ => "HTTP/3",
    };

    private static string Line(string label, string text, string more) => label.PadRight(Labels) + text + more;
}
