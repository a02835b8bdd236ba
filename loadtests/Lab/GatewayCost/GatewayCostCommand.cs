using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary><c>gateway-cost</c>: what the gateway and each of its features cost.</summary>
internal sealed class GatewayCostCommand
{
    private static readonly string[] Names = [.. CostTargets.All.Select(target => target.Name)];

    private readonly ListOption _only = new("--only", "What is measured", Names, Names);

    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = "Every target is measured once a round.",
        DefaultValueFactory = _ => 3,
    };

    private readonly Option<double> _seconds = NumberOption.Create("--seconds", "Seconds of each measurement.", 4, 1, 600);
    private readonly Option<double> _warmUp = NumberOption.Create(
        "--warm-up", "Seconds of load before the first round, at most: it ends when requests stop becoming cheaper.", 60, 1, 600);

    private readonly Option<double> _rate = NumberOption.Create(
        "--rate", "Requests per second of the open loop.", 5_000, 1, 100_000);
    private readonly StudyRunner _runner;

    private GatewayCostCommand(TimeProvider time)
    {
        _runner = new StudyRunner(CostStudy.Name, time);
        _rounds.Validators.Add(NumberOption.Range(1, 100));
    }

    public static Command Create(string project, TimeProvider time)
    {
        var options = new GatewayCostCommand(time);
        var command = new ToolCommand(
            CostStudy.Name,
            "Measures one small backend directly, behind nginx where it is installed, behind bare YARP, and behind the gateway "
            + "with each of its features: at saturation, and at a fixed rate below it. About a quarter of an hour. "
            + ExitCode.Help())
        {
            options._only, options._rounds, options._seconds, options._warmUp, options._rate,
        };
        options._runner.AddOptions(command);
        command.SetAction((arguments, token) => options._runner.RecordAsync(
            arguments,
            session => new CostRun(options.Read(arguments, project), session.Say, time).RunAsync(session.Folder, token),
            CostStudy.Build));
        return command;
    }

    private CostRequest Read(ParseResult arguments, string project) => new(
        CostTargets.Choose(_only.Read(arguments)),
        arguments.GetValue(_rounds),
        TimeSpan.FromSeconds(arguments.GetValue(_seconds)),
        TimeSpan.FromSeconds(arguments.GetValue(_warmUp)),
        arguments.GetValue(_rate),
        CommandLine.FromArguments(project, arguments));
}

/// <summary>What a reader asked for.</summary>
/// <param name="Duration">Of one trial.</param>
/// <param name="WarmUp">At most, of each target at saturation, before any trial.</param>
/// <param name="OpenRate">Requests per second of the open loop.</param>
/// <param name="Command">The command line that repeats it.</param>
internal sealed record CostRequest(
    IReadOnlyList<CostTarget> Targets, int Rounds, TimeSpan Duration, TimeSpan WarmUp, double OpenRate, string Command);
