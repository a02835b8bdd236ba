namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary><c>gateway-cost</c>: measures the cost of the gateway and of each of its features.</summary>
internal sealed class GatewayCostCommand(string project, TimeProvider time)
{
    private static readonly string[] Names = [.. CostTargets.All.Select(target => target.Name)];

    private readonly ListOption _only = new("--only", "The targets to measure", Names, Names);

    private readonly Option<int> _rounds = NumberOption.Create(
        "--rounds", "The number of rounds. Each round measures every target twice.", 3, 1, 100);

    private readonly Option<double> _seconds = NumberOption.Create<double>(
        "--seconds", "Seconds of each measurement.", 4, 1, 600);

    private readonly Option<double> _warmUp = NumberOption.Create<double>(
        "--warm-up", "Longest warm-up of a target, in seconds; it ends when requests stop becoming cheaper.", 60, 1, 600);

    private readonly Option<double> _rate = NumberOption.Create<double>(
        "--rate", "Requests per second of the open loop.", 5_000, 1, 100_000);

    private readonly StudyRunner _runner = new(CostStudy.Name, time);

    public static Command Create(string project, TimeProvider time)
    {
        var options = new GatewayCostCommand(project, time);
        var command = options._runner.CreateCommand(
            "Measures one small backend directly, behind nginx if it is installed, behind bare YARP, and behind the gateway "
            + "with each of its features: at saturation, and at a fixed rate below it. About a quarter of an hour.",
            options._only, options._rounds, options._seconds, options._warmUp, options._rate);
        command.SetAction((arguments, token) => options._runner.RecordAsync(
            arguments,
            session => new CostRun(options.Read(arguments), session.Say, time).RunAsync(session.Folder, token),
            CostStudy.Build));
        return command;
    }

    private CostRequest Read(ParseResult arguments) => new(
        CostTargets.Choose(_only.Read(arguments)), arguments.GetValue(_rounds),
        TimeSpan.FromSeconds(arguments.GetValue(_seconds)), TimeSpan.FromSeconds(arguments.GetValue(_warmUp)),
        arguments.GetValue(_rate), CommandLine.FromArguments(project, arguments));
}

/// <summary>The settings of a run of the gateway-cost lab.</summary>
/// <param name="Duration">The duration of one trial.</param>
/// <param name="WarmUp">The longest warm-up of each target, at saturation, before the first trial.</param>
/// <param name="OpenRate">Requests per second of the open loop.</param>
/// <param name="Command">The command line that repeats the run.</param>
internal sealed record CostRequest(
    IReadOnlyList<CostTarget> Targets, int Rounds, TimeSpan Duration, TimeSpan WarmUp, double OpenRate, string Command);
