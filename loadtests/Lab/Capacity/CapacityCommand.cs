namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary><c>capacity</c>: the highest rate that a target can take.</summary>
internal sealed class CapacityCommand(TimeProvider time)
{
    private readonly TargetArgument _target = new("The system whose capacity is measured");
    private readonly Option<double> _objective = NumberOption.Create<double>(
        "--slo", "The objective: p99 stays below it, in ms.", 250, 1, 60_000);
    private readonly Option<double> _cpu = NumberOption.Create<double>(
        "--cpu", "The maximum CPU of the target's programs and the generator, in per cent of the machine.", 80, 1, 100);
    private readonly Option<double> _start = NumberOption.Create<double>(
        "--start", "The first rate, in requests per second.", 20, 1, 10_000);
    private readonly Option<double> _maxRate = NumberOption.Create<double>(
        "--max-rate", "The highest rate that is tried, in requests per second.", 20_000, 1, 100_000);
    private readonly Option<int> _searches = NumberOption.Create("--searches", "Searches of each variant.", 1, 1, 100);

    private readonly Option<double> _confirm = NumberOption.Create<double>(
        "--confirm", "Seconds of a long trial at each end of the latency limit's 95 % interval; 0 for none.", 0, 0, 3_600);

    private readonly Option<string?> _compare = new("--compare")
    {
        Description = "Searches twice: HTTP/1.1 and HTTP/2 (protocol), reused and new connections (connections), "
            + "open and closed loop (loop).",
    };

    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly StudyRunner _runner = new(CapacityStudy.Name, time);

    public static Command Create(TimeProvider time)
    {
        var options = new CapacityCommand(time);
        var command = options._runner.CreateCommand(
            "Searches for the highest rate that a target can take: p99 below an objective, CPU below a cap. About ten minutes.",
            options._target, options._target.File, options._objective, options._cpu, options._start, options._maxRate,
            options._searches, options._confirm, options._compare, options._profile)
            .NeedsClone(TargetArgument.PartForClones, options._target.NeedsClone);
        options._compare.AllowOnly(LoadVariant.Comparisons);
        command.RefuseWrongUsage(options.RefuseWrongUsage);
        command.SetAction((arguments, token) => options._runner.RecordAsync(
            arguments, session => options.SearchAsync(arguments, session, token), CapacityStudy.Build));
        return command;
    }

    private void RefuseWrongUsage(CommandResult result)
    {
        _target.CheckFile(result);
        if (result.GetValue(_compare) == "protocol" && result.Has(_target.File))
        {
            throw new FormatException("--compare protocol goes with a target: a scenario file has a protocol of its own.");
        }

        if (result.GetValue(_compare) == "protocol" && _target.IsScenario(result))
        {
            throw new FormatException(
                $"The gateway's public port speaks HTTP/1.1 only: compare protocols on the target {PackageTarget.Word}.");
        }

        result.RefuseIf(!_target.IsScenario(result), $"a test of the whole system: {TargetArgument.Tests}", _profile);
        result.RefuseIf(
            _target.IsAddress(result), "a target that the lab starts: the CPU of an address's program is not known", _cpu);
        result.RefuseIf(result.GetValue(_start) > result.GetValue(_maxRate), "a rate up to that of --max-rate", _start);
    }

    private async Task<CapacityRecord> SearchAsync(ParseResult arguments, LabSession session, CancellationToken cancellationToken)
    {
        var profile = SimulationProfile.Load(arguments.GetRequiredValue(_profile));
        await using var target = await _target.StartAsync(
            arguments, profile, session.Folder, sendsTelemetry: false, session.Progress, time, cancellationToken);
        return await new CapacityRun(target, Read(arguments, target), session.Say, time).RunAsync(cancellationToken);
    }

    /// <summary>If the target is an address, its programs are not known, so there is no CPU goal.</summary>
    private CapacityRequest Read(ParseResult arguments, LoadTarget target) => new(
        new LatencyGoal(TimeSpan.FromMilliseconds(arguments.GetValue(_objective))),
        target.Processes.Count > 0 ? new CpuGoal(arguments.GetValue(_cpu) / 100) : null,
        LoadVariant.ForComparison(arguments.GetValue(_compare)),
        arguments.GetValue(_searches),
        TimeSpan.FromSeconds(arguments.GetValue(_confirm)),
        new CapacityPlan
        {
            StartRate = Math.Min(arguments.GetValue(_start), arguments.GetValue(_maxRate)),
            MaxRate = arguments.GetValue(_maxRate),
        },
        CommandLine.FromArguments(arguments));
}
