namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary><c>gateway-cost</c>: measures the cost of the gateway and of each of its features.</summary>
internal sealed class GatewayCostCommand
{
    private const double FullRate = 10_000;

    /// <summary>As many as the gateway with shedding admits.</summary>
    private const int MaxConnections = 8_000;

    private static readonly string[] Names = [.. CostTargets.All.Select(target => target.Name)];

    private readonly Option<bool> _full = FlagOption.Create(
        "--full",
        $"As published: direct and full, {PublishedCost.Connections:N0} connections, {PublishedCost.Seconds} s for each "
        + $"measurement; {FullRate:N0} requests/s in the open loop. Other options replace parts of it.");

    private readonly Option<string?> _usage = TextOption.Create(
        "--usage-periods", "LIST",
        "Instead of other targets, unless --only names them: the full gateway with each of these seconds from one write of usage "
        + "to the next, 0.1 to 60, or off. By default with 1 connection.").Checked(ReadPeriods);

    private readonly ListOption _only = new("--only", "The targets to measure", Names, CostTargets.Default);
    private readonly Option<int> _connections = NumberOption.Create(
        "--connections", $"Connections at saturation. The open loop has at least {CostLoad.ManyConnections}.",
        CostLoad.ManyConnections, 1, MaxConnections);

    private readonly Option<int> _rounds = NumberOption.Create(
        "--rounds", "The number of rounds. Each round measures every target twice.", 3, 1, 100);

    private readonly Option<double> _seconds = NumberOption.Create<double>(
        "--seconds", "Seconds of each measurement.", 4, 1, 600);

    private readonly Option<double> _warmUp = NumberOption.Create<double>(
        "--warm-up", "Longest warm-up of a target, in seconds; it ends when requests stop becoming cheaper.", 60, 1, 600);

    private readonly Option<double> _rate = NumberOption.Create<double>(
        "--rate", "Requests per second of the open loop.", 5_000, 1, 100_000);

    public GatewayCostCommand(TimeProvider time)
    {
        var runner = new StudyRunner(CostStudy.Name, time);
        Command = runner.CreateCommand(
            "Measures the cost of each feature of the gateway, compared with bare YARP, nginx and no proxy. All are in front of "
            + "one small backend, nginx if it is installed: at saturation, and at a fixed rate. About a quarter of an hour.",
            _full, _usage, _only, _connections, _rounds, _seconds, _warmUp, _rate).NeedsClone();
        Command.SetAction((arguments, token) => runner.RecordAsync(
            arguments,
            session => new CostRun(ReadRequest(arguments), session.Say, time).RunAsync(session.Folder, token),
            CostStudy.Build));
    }

    public Command Command { get; }

    public static Command Create(TimeProvider time) => new GatewayCostCommand(time).Command;

    public CostRequest ReadRequest(ParseResult arguments)
    {
        var isFull = arguments.GetValue(_full);
        var periods = arguments.GetValue(_usage) is { } text ? ReadPeriods(text, _usage.Name) : [];
        var names = arguments.CommandResult.Has(_only) ? _only.Read(arguments)
            : periods.Count > 0 ? []
            : isFull ? [CostedTarget.Direct, CostedTarget.Full]
            : CostTargets.Default;
        return new CostRequest(
            [.. CostTargets.Choose(names), .. periods.Select(CostTargets.ForUsage)], arguments.GetValue(_rounds),
            TimeSpan.FromSeconds(Read(_seconds, isFull, PublishedCost.Seconds)),
            TimeSpan.FromSeconds(arguments.GetValue(_warmUp)), Read(_rate, isFull, FullRate),
            CommandLine.FromArguments(arguments))
        {
            Connections = periods.Count > 0
                ? Read(_connections, instead: true, 1)
                : Read(_connections, isFull, PublishedCost.Connections),
            WatchesWrites = periods.Count > 0,
        };

        T Read<T>(Option<T> option, bool instead, T value) =>
            instead && !arguments.CommandResult.Has(option) ? value : arguments.GetRequiredValue(option);
    }

    private static IReadOnlyList<string> ReadPeriods(string text, string option)
    {
        var words = text.Split(',', StringSplitOptions.TrimEntries).Distinct().ToList();
        return words.TrueForAll(word => word == "off" || (double.TryParse(word, out var seconds) && seconds is >= 0.1 and <= 60))
            ? words
            : throw new FormatException(
                $"{option} takes seconds from 0.1 to 60 and off, for example 0.1,1,10,off; it is '{text}'.");
    }
}

/// <summary>The settings of a run of the gateway-cost lab.</summary>
/// <param name="Duration">The duration of one trial.</param>
/// <param name="WarmUp">The longest warm-up of each target, at saturation, before the first trial.</param>
/// <param name="OpenRate">Requests per second of the open loop.</param>
/// <param name="Command">The command line that repeats the run.</param>
internal sealed record CostRequest(
    IReadOnlyList<CostTarget> Targets, int Rounds, TimeSpan Duration, TimeSpan WarmUp, double OpenRate, string Command)
{
    /// <summary>Those of the closed loop.</summary>
    public int Connections { get; init; } = CostLoad.ManyConnections;

    /// <summary>Those of warm-ups and of the open loop.</summary>
    public int ManyConnections => Math.Max(Connections, CostLoad.ManyConnections);

    /// <inheritdoc cref="CostLoad" path="/param[@name='watchesWrites']"/>
    public bool WatchesWrites { get; init; }
}
