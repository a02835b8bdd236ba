namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary><c>soak</c>: shows whether memory, handles, threads or latency grow under a long constant load.</summary>
internal sealed class SoakCommand(TimeProvider time)
{
    private const double QuickMinutes = 5;
    private const double FullMinutes = 60;

    private readonly TargetArgument _target = new("The system that is put under load");
    private readonly Option<double?> _rate = NumberOption.Optional(
        "--rate", "Requests per second. Without it the lab searches for the capacity first, and uses --share of it.",
        0.1, 100_000);

    private readonly Option<double> _share = NumberOption.Create<double>("--share", "Per cent of the capacity.", 50, 1, 100);
    private readonly Option<double> _objective = NumberOption.Create<double>(
        "--slo", "The objective of the search for the capacity: p99 stays below it, in ms.", 250, 1, 60_000);
    private readonly Option<double?> _minutes = NumberOption.Optional(
        "--minutes", "Minutes of load, instead of 5 (quick) or 60 (--full).", 0.1, 24 * 60);
    private readonly Option<bool> _full = FlagOption.Create("--full", "An hour.");
    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly StudyRunner _runner = new(SoakStudy.Name, time);

    public static Command Create(TimeProvider time)
    {
        var options = new SoakCommand(time);
        var command = options._runner.CreateCommand(
            "Puts a constant load on a target, and prints whether memory, handles, threads or latency "
            + "change with time. Quick: 5 min.",
            [
                .. options._target.All, options._rate, options._share, options._objective, options._minutes, options._full,
                options._profile,
            ])
            .NeedsClone(TargetArgument.PartForClones, options._target.NeedsClone);
        command.RefuseWrongUsage(result =>
        {
            options._target.Check(result);
            result.AllowOne(options._minutes, options._full);
            result.RefuseIf(
                !options._target.IsScenario(result), $"a test of the whole system: {TargetArgument.Tests}", options._profile);
            result.RefuseIf(
                result.Has(options._rate), "a search for the capacity, not with --rate", options._share, options._objective);
        });
        command.SetAction((arguments, token) => options._runner.RunAsync(arguments, async session => await LabSession.StudyAsync(
            await SuiteOutcome.RunAsync(
                folders => options.MeasureAsync(arguments, session, folders, token), () => session.Say("Stopped."), token),
            SoakStudy.ReadAsync,
            token)));
        return command;
    }

    private async Task MeasureAsync(
        ParseResult arguments, LabSession session, List<RunFolder> folders, CancellationToken cancellationToken)
    {
        var command = CommandLine.FromArguments(arguments);
        var profile = SimulationProfile.Load(arguments.GetRequiredValue(_profile));
        await using var target = await _target.StartAsync(
            arguments, profile, session.Folder, sendsTelemetry: true, session.Progress, time, cancellationToken);
        var (rate, capacity) = await FindRateAsync(arguments, target, command, session.Say, cancellationToken);
        var duration = TimeSpan.FromMinutes(
            arguments.GetValue(_minutes) ?? (arguments.GetValue(_full) ? FullMinutes : QuickMinutes));
        folders.Add(await new SoakRun(target, command, session.Say, time).RunAsync(
            Path.Combine(session.Folder, SoakStudy.Name), rate, capacity, duration, cancellationToken));
    }

    private async Task<(double Rate, double? Capacity)> FindRateAsync(
        ParseResult arguments, LoadTarget target, string command, Action<string> say, CancellationToken cancellationToken)
    {
        if (arguments.GetValue(_rate) is { } given)
        {
            return (given, null);
        }

        var goal = new LatencyGoal(TimeSpan.FromMilliseconds(arguments.GetValue(_objective)));
        var found = await CapacityRun.FindLimitAsync(target, goal, new CapacityPlan(), command, say, time, cancellationToken);
        var capacity = found.Rate ?? throw new LabException(
            $"{goal.Text} was missed at every rate: set a rate with --rate, or another objective with --slo.");
        say(CapacityText.Describe(found, LoadVariant.Requests));
        return (capacity * arguments.GetValue(_share) / 100, capacity);
    }
}
