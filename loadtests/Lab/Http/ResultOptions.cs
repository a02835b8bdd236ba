namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options of checks, of an early end of the run, and of result files.</summary>
internal sealed class ResultOptions
{
    private readonly Option<string[]> _checks = TextOption.Repeated(
        "--check", "CHECK",
        "A check of each answer; a status check replaces 2xx: \"status==201\", \"bytes>=100\", \"body contains TEXT\", "
        + "\"header NAME contains TEXT\".");

    private readonly Option<bool> _abort = FlagOption.Create(
        "--abort", "Stops the run as soon as a threshold can no longer be met.");

    private readonly Option<string?> _abortAfter = TextOption.Create(
        "--abort-after", "TIME", "As --abort. After this time it also stops the run when a threshold is missed at the moment.");

    private readonly FormatOption _format = new(FormatOption.Json);
    private readonly Option<FileInfo?> _json = FileOption.Create("--json", "Writes every figure to this file.");
    private readonly Option<FileInfo?> _csv = FileOption.Create("--csv", "Writes a line for each second to this file.");
    private readonly Option<FileInfo?> _junit = FileOption.Create(
        "--junit", "Writes a JUnit report, with a test for each threshold.");
    private readonly Option<FileInfo?> _hdr = FileOption.Create(
        "--hdr", "Writes the latencies as an HDR histogram log, for merge and other programs.");

    private readonly Option<bool> _quiet = FlagOption.Create(
        "--quiet", "Prints only the thresholds: no progress and no summary.", "-q");

    public void AddTo(Command command) => Array.ForEach<Option>(
        [_checks, _abort, _abortAfter, _format, _json, _csv, _junit, _hdr, _quiet], command.Options.Add);

    /// <exception cref="FormatException">A value is invalid; the message, one line, says what is allowed.</exception>
    public HttpPlan Apply(CommandResult result, HttpPlan plan)
    {
        var after = result.Read(_abortAfter, Quantity.Time);
        var aborts = result.GetValue(_abort) || after is not null;
        result.RefuseIf(plan.Thresholds.Count == 0, "a --threshold to stop for", _abort, _abortAfter);
        result.RefuseIf(plan.Work is JourneyWork, "a URL: the steps of a journey have \"checks\" of their own", _checks);
        RefuseSameFile(result, _json, _csv, _junit, _hdr);
        return plan with
        {
            Checks = [.. (result.GetValue(_checks) ?? []).Select(AnswerCheckText.Parse)],
            Abort = aborts ? new AbortRule(plan.Thresholds, plan.Shape.Outlook, after) : null,
            Files = new ResultFiles(
                result.GetValue(_json), result.GetValue(_csv), result.GetValue(_junit), result.GetValue(_hdr)),
            PrintsJson = result.GetValue(_format) == FormatOption.Json,
            Quiet = result.GetValue(_quiet),
        };
    }

    private static void RefuseSameFile(CommandResult result, params IEnumerable<Option<FileInfo?>> options)
    {
        var files = options.Where(result.Has).GroupBy(option => InputFile.RealPath(result.GetValue(option)!.FullName));
        if (files.FirstOrDefault(file => file.Count() > 1) is { } shared)
        {
            throw new FormatException(
                $"{string.Join(" and ", shared.Select(option => option.Name))} name the same file: each needs one of its own.");
        }
    }
}
