namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary><c>capacity</c>: the highest rate that a target can take.</summary>
internal sealed class CapacityCommand(TimeProvider time)
{
    private const string OfRequests = "requests";
    private const string OfConnections = "connections";
    private const string OfHandshakes = "handshakes";
    private const string DefaultSizes = "1KiB,32KiB,1MiB";

    private readonly TargetArgument _target = new("The system whose capacity is measured");
    private readonly Option<double> _objective = NumberOption.Create<double>(
        "--slo", "The objective: p99 stays below it, in ms.", 250, 1, 60_000);
    private readonly Option<double> _cpu = NumberOption.Create<double>(
        "--cpu", "The maximum CPU of the target's programs and the generator, in per cent of the machine.", 80, 1, 100);
    private readonly ResourceCaps _caps = new();
    private readonly Option<double> _start = NumberOption.Create<double>(
        "--start", "The first rate, in requests per second.", 20, 1, 10_000);
    private readonly Option<double> _maxRate = NumberOption.Create<double>(
        "--max-rate", "The highest rate that is tried, in requests per second.", 20_000, 1, 100_000);
    private readonly Option<int> _searches = NumberOption.Create("--searches", "Searches of each variant.", 1, 1, 100);

    private readonly Option<double> _confirm = NumberOption.Create<double>(
        "--confirm", "Seconds of a long trial at each end of the latency limit's 95 % interval; 0 for none.", 0, 0, 3_600);

    private readonly Option<string> _of = Choice.CreateOption(
        "--of", "What arrives: requests, connections (TCP, closed at once), or handshakes (the same with full TLS).",
        OfRequests, OfConnections, OfHandshakes);

    private readonly Option<string?> _compare = new Option<string?>("--compare")
    {
        Description = "A search for each: HTTP/1.1, HTTP/2 and, over https, HTTP/3 (protocol), reused and new connections "
            + "(connections), open and closed loop (loop), POST with bodies of several sizes (body).",
    }.AllowOnly(LoadVariant.Comparisons);

    private readonly Option<string?> _sizes = TextOption.Create(
        "--body-sizes", "SIZES", $"The sizes of --compare body. Default: {DefaultSizes}.").Checked(ReadSizes);

    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly StudyRunner _runner = new(CapacityStudy.Name, time);

    public static Command Create(TimeProvider time)
    {
        var options = new CapacityCommand(time);
        var command = options._runner.CreateCommand(
            "Searches for the highest rate that a target can take: p99 below an objective, resources below a cap. "
            + "About ten minutes.",
            [
                .. options._target.All, options._objective, options._cpu, options._caps, options._start, options._maxRate,
                options._searches, options._confirm, options._of, options._compare, options._sizes, options._profile,
            ])
            .NeedsClone(TargetArgument.PartForClones, options._target.NeedsClone);

        command.RefuseWrongUsage(options.RefuseWrongUsage);
        command.SetAction((arguments, token) => options._runner.RecordAsync(
            arguments, session => options.SearchAsync(arguments, session, token), CapacityStudy.Build));
        return command;
    }

    private void RefuseWrongUsage(CommandResult result)
    {
        _target.Check(result);
        var compared = result.GetValue(_compare);
        result.RefuseIf(
            compared == LoadVariant.ByProtocol && (result.Has(_target.File) || _target.IsScenario(result)),
            $"an address or {PackageTarget.Word} when it is {compared}: a scenario file has a protocol of its own, and the "
            + "gateway's public port speaks HTTP/1.1 only",
            _compare);
        result.RefuseIf(
            compared == LoadVariant.ByBody && !_target.IsAddress(result),
            $"an address when it is {compared}: http://127.0.0.1:PORT/PATH gets POST requests",
            _compare);
        result.RefuseIf(compared != LoadVariant.ByBody, "--compare body", _sizes);
        result.RefuseIf(result.GetValue(_of) != OfRequests, "requests, and not with --of", _compare);
        result.RefuseIf(
            result.GetValue(_of) == OfHandshakes && _target.FindAddress(result)?.Scheme != Uri.UriSchemeHttps,
            "an https address when it is handshakes", _of);
        result.RefuseIf(!_target.IsScenario(result), $"a test of the whole system: {TargetArgument.Tests}", _profile);
        result.RefuseIf(
            !_target.KnowsProcesses(result),
            "a target that the lab starts, or with --pid or --process: the program of an address alone is not known",
            _cpu, _caps);
        result.RefuseIf(result.GetValue(_start) > result.GetValue(_maxRate), "a rate up to that of --max-rate", _start);
    }

    private async Task<CapacityRecord> SearchAsync(ParseResult arguments, LabSession session, CancellationToken cancellationToken)
    {
        var profile = SimulationProfile.Load(arguments.GetRequiredValue(_profile));
        await using var target = await _target.StartAsync(
            arguments, profile, session.Folder, sendsTelemetry: false, session.Progress, time, cancellationToken);
        return await new CapacityRun(target, Read(arguments, target), session.Say, time).RunAsync(cancellationToken);
    }

    /// <summary>If the programs of the target are not known, there is no goal for resources.</summary>
    private CapacityRequest Read(ParseResult arguments, LoadTarget target) => new(
        new LatencyGoal(TimeSpan.FromMilliseconds(arguments.GetValue(_objective))),
        target.Processes.Count > 0 ? new ResourceGoal(_caps.Read(arguments, arguments.GetValue(_cpu))) : null,
        arguments.GetValue(_of) is var arrivals and not OfRequests
            ? [LoadVariant.ForConnections(tls: arrivals == OfHandshakes)]
            : arguments.GetValue(_compare) is var compared and not LoadVariant.ByBody ? LoadVariant.ForComparison(compared)
            : ReadSizes(arguments.GetValue(_sizes) ?? DefaultSizes, _sizes.Name),
        arguments.GetValue(_searches),
        TimeSpan.FromSeconds(arguments.GetValue(_confirm)),
        new CapacityPlan
        {
            StartRate = Math.Min(arguments.GetValue(_start), arguments.GetValue(_maxRate)),
            MaxRate = arguments.GetValue(_maxRate),
        },
        CommandLine.FromArguments(arguments));

    private static IReadOnlyList<LoadVariant> ReadSizes(string text, string option) =>
        LoadVariant.ForBodies(text.Split(',', StringSplitOptions.TrimEntries).Distinct(), option);
}
