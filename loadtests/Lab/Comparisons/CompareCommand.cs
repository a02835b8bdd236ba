namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary><c>compare</c>: prints whether B is better than A, worse, or shows no difference.</summary>
internal sealed class CompareCommand(LoadEngine engine, TimeProvider time)
{
    /// <summary>The exit code if a figure is worse than a condition allows, or if this cannot be decided.</summary>
    private const int Regression = 3;

    private const int DefaultRepeats = 5;
    private const int MaxRepeats = 100;

    private readonly Argument<string[]> _variants = new("VARIANTS")
    {
        Description = "A and B: tests, flags to change, or both, for example: baseline "
            + "throughput=1200. Flags alone start from A.",
        Arity = new ArgumentArity(0, 2),
    };

    private readonly Option<string[]> _a = Folders(
        "--a", $"Run folders of A instead of running A, or a folder with run folders. {RunFolders.LastHelp}");
    private readonly Option<string[]> _b = Folders("--b", "Run folders of B, or a folder with run folders; needed with --a.");

    private readonly Option<string?> _scenario =
        HttpOptions.ScenarioOption("Runs the two variants of this file, with its load, instead of tests.");

    private readonly Option<int> _repeats = NumberOption.Create(
        "--repeats", "The number of runs of A and of B, in turn: A B A B.", DefaultRepeats, 1, MaxRepeats);

    private readonly Option<string[]> _failIf = new("--fail-if")
    {
        Description = "Exit code 3 if B is worse in a figure by more than a bound, or if that cannot be decided: \"p99 > 5 %\". "
            + $"May be given several times. Figures: {RunMetric.Names}.",
    };

    private readonly Option<bool> _aa = FlagOption.Create(
        "--aa", "Compares A with itself, to measure how often chance alone is reported as a difference.");

    private readonly Option<FileInfo?> _junit = FileOption.Create("--junit", "Also writes a JUnit report, for build servers.");
    private readonly StudyLength _length = new("each run", TuningLoad.Quick, TuningLoad.Full);
    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly PortOption _live = SystemOptions.Live();
    private readonly StudyRunner _runner = new(ComparisonStudy.Name, time, (Regression, "a --fail-if condition failed"));

    public static Command Create(LoadEngine engine, TimeProvider time)
    {
        var options = new CompareCommand(engine, time);
        return options._runner.CreateCommand(
            "Prints for each figure whether B is better than A, worse, or shows no difference. Runs A and B in turn, or reads "
            + "existing runs.",
            options._variants, options._scenario, options._a, options._b, options._repeats, options._failIf, options._aa,
            options._junit, options._length.Full, options._length.Seconds, options._profile, options._live)
            .NeedsClone("tests", line => line.GetValue(options._variants) is { Length: > 0 })
            .Run(options.Read, options.RunAsync);
    }

    private static Option<string[]> Folders(string name, string description) =>
        new(name) { Description = description, AllowMultipleArgumentsPerToken = true, HelpName = "FOLDER" };

    /// <exception cref="FormatException">The arguments do not describe a comparison.</exception>
    private ComparisonRequest Read(CommandResult result)
    {
        var aa = result.GetValue(_aa);
        var sides = result.GetValue(_scenario) is { } path
            ? ReadScenario(result, path)
            : ParseSides(result.GetValue(_variants), result.GetValue(_a), result.GetValue(_b), aa);
        if (aa && result.GetValue(_repeats) < RepeatComparison.MinRepeats)
        {
            throw new FormatException($"--aa needs --repeats {RepeatComparison.MinRepeats} or more.");
        }

        result.RefuseIf(
            sides.IsGiven, "variants that compare runs", _repeats, _length.Full, _length.Seconds, _profile, _live);
        result.RefuseIf(
            sides.Scenario is not null, $"tests: {_scenario.Name} has a load of its own", _length.Full, _length.Seconds, _profile,
            _live);
        result.RefuseIf(aa, "a comparison of A with B: --aa prints rates only", _failIf, _junit);
        return new ComparisonRequest(sides, aa, [.. (result.GetValue(_failIf) ?? []).Select(FailCondition.Parse)]);
    }

    private Sides ReadScenario(CommandResult result, string path)
    {
        result.RefuseIf(true, $"tests or folders, and not with {_scenario.Name}", _a, _b, _aa);
        return result.GetValue(_variants) is { Length: > 0 }
            ? throw new FormatException($"{_scenario.Name} has variants of its own: it goes without others.")
            : new Sides(null, [], []) { Scenario = new ScenarioComparison(path) };
    }

    private static Sides ParseSides(string[]? variants, string[]? a, string[]? b, bool aa) =>
        (variants ?? [], a ?? [], b ?? [], aa) switch
        {
            ([], [], [], _) =>
                throw new FormatException("compare needs two variants to run, or the folders of runs with --a and --b."),
            ([], { Length: > 0 } folders, [], true) => new Sides(null, folders, []),
            ([], { Length: > 0 } ofA, { Length: > 0 } ofB, false) => new Sides(null, ofA, ofB),
            ([], _, _, true) => throw new FormatException("--aa compares A with itself: it takes --a and no --b."),
            ([], _, _, false) => throw new FormatException("Folders are needed on both sides: --a and --b."),
            ([var only], [], [], true) when Variant.Parse(only) is var same => new Sides((same, same), [], []),
            ([var first, var second], [], [], false) when Variant.Parse(first) is var ofFirst =>
                new Sides((ofFirst, Variant.Parse(second, ofFirst.Scenario)), [], []),
            ([_], [], [], false) =>
                throw new FormatException("compare needs B too: a test, or flags to change in A, for example throughput=1200."),
            (_, [], [], true) => throw new FormatException("--aa compares A with itself: it takes one variant."),
            _ => throw new FormatException("Either variants are run or folders compared, not both."),
        };

    private async Task<int> RunAsync(ComparisonRequest asked, ParseResult arguments, CancellationToken cancellationToken)
    {
        OutputFile.Prepare(arguments.GetValue(_junit));
        var judge = new ComparisonJudge(
            asked.Conditions, arguments.GetValue(_junit), asked.Aa, CommandLine.FromArguments(arguments));
        var code = ExitCode.Done;
        if (asked.Sides is { Variants: (var a, var b) })
        {
            code = await _runner.RunAsync(arguments, lab => RunAsync(a, b, judge, lab, arguments, cancellationToken));
        }
        else if (asked.Sides.Scenario is { } scenario)
        {
            code = await _runner.RunAsync(arguments, async lab => await StudyAsync(
                scenario.NameA, scenario.NameB, judge, lab, arguments.GetValue(_repeats),
                await scenario.RunAsync(
                    arguments.GetValue(_repeats), CommandLine.FromArguments(arguments), lab, time, cancellationToken),
                cancellationToken));
        }
        else
        {
            string[] ofA = [.. asked.Sides.A.Select(path => RunFolders.Resolve(path))];
            string[] ofB = [.. asked.Sides.B.Select(path => RunFolders.Resolve(path))];
            await _runner.ShowAsync(
                await judge.StudyAsync(string.Join(" ", ofA), RunsIn(ofA), string.Join(" ", ofB), RunsIn(ofB), cancellationToken),
                arguments);
        }

        return code == ExitCode.Done && judge.Failed ? Regression : code;
    }

    /// <summary>Runs both variants and compares them. If it is stopped, it compares the finished runs.</summary>
    /// <returns>Null if Ctrl+C stopped it before there were enough runs to compare.</returns>
    /// <exception cref="LabException">A run failed before there were enough runs to compare.</exception>
    private async Task<Study?> RunAsync(
        Variant a, Variant b, ComparisonJudge judge, LabSession lab, ParseResult arguments, CancellationToken cancellationToken)
    {
        var (settings, repeats) = (SettingsFor(a, b, arguments), arguments.GetValue(_repeats));
        await using var live = await RunWatch.StartIfAskedAsync(settings.LivePort, lab.Progress, time, cancellationToken);
        var session = new ComparisonSession(live is null ? settings : settings with { Watch = live.Show }, lab, time);
        var runs = await session.RunAsync(a, b, repeats, cancellationToken);
        return await StudyAsync(a.Name, b.Name, judge, lab, repeats, runs, cancellationToken);
    }

    private static async Task<Study?> StudyAsync(
        string nameA, string nameB, ComparisonJudge judge, LabSession lab, int repeats, TurnedRuns runs,
        CancellationToken cancellationToken)
    {
        if (runs.A.Count < repeats)
        {
            lab.Say($"Ended after {runs.A.Count} of {repeats} pairs.");
        }

        return await LabSession.StudyAsync(
            new SuiteOutcome([], runs.Failure) { Measured = runs.A.Count >= judge.MinRuns ? [.. runs.A, .. runs.B] : [] },
            (_, token) => judge.StudyAsync(nameA, runs.A, nameB, runs.B, token),
            cancellationToken);
    }

    private LabSettings SettingsFor(Variant a, Variant b, ParseResult arguments) => new(
        [a.Scenario, b.Scenario],
        SimulationProfile.Load(arguments.GetRequiredValue(_profile)),
        _length.Read(arguments),
        CommandLine.FromArguments(arguments),
        engine)
    {
        LivePort = _live.Read(arguments.CommandResult),
    };

    private static IReadOnlyList<RunFolder> RunsIn(IEnumerable<string> paths) => [.. paths.SelectMany(RunFolders.All)];

    /// <param name="Aa">Whether A is compared with itself.</param>
    private sealed record ComparisonRequest(Sides Sides, bool Aa, IReadOnlyList<FailCondition> Conditions);

    /// <summary>The two sides of the comparison: variants to run, or folders of existing runs.</summary>
    private sealed record Sides((Variant A, Variant B)? Variants, string[] A, string[] B)
    {
        public ScenarioComparison? Scenario { get; init; }

        /// <summary>Whether the runs exist already.</summary>
        public bool IsGiven => Variants is null && Scenario is null;
    }
}
