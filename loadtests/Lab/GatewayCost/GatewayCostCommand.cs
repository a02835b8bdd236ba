namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary><c>gateway-cost</c>: measures the cost of the gateway and of each of its features.</summary>
internal static class GatewayCostCommand
{
    private static readonly string[] Names = [.. CostTargets.All.Select(target => target.Name)];

    public static Command Create(TimeProvider time)
    {
        var only = new ListOption("--only", "The targets to measure", Names, Names);
        var rounds = NumberOption.Create(
            "--rounds", "The number of rounds. Each round measures every target twice.", 3, 1, 100);
        var seconds = NumberOption.Create<double>("--seconds", "Seconds of each measurement.", 4, 1, 600);
        var warmUp = NumberOption.Create<double>(
            "--warm-up", "Longest warm-up of a target, in seconds; it ends when requests stop becoming cheaper.", 60, 1, 600);
        var rate = NumberOption.Create<double>("--rate", "Requests per second of the open loop.", 5_000, 1, 100_000);
        var runner = new StudyRunner(CostStudy.Name, time);
        var command = runner.CreateCommand(
            "Measures the cost of each feature of the gateway, compared with bare YARP, nginx and no proxy. All are in front of "
            + "one small backend, nginx if it is installed: at saturation, and at a fixed rate. About a quarter of an hour.",
            only, rounds, seconds, warmUp, rate).NeedsClone();
        command.SetAction((arguments, token) => runner.RecordAsync(
            arguments,
            session =>
            {
                var request = new CostRequest(
                    CostTargets.Choose(only.Read(arguments)), arguments.GetValue(rounds),
                    TimeSpan.FromSeconds(arguments.GetValue(seconds)), TimeSpan.FromSeconds(arguments.GetValue(warmUp)),
                    arguments.GetValue(rate), CommandLine.FromArguments(arguments));
                return new CostRun(request, session.Say, time).RunAsync(session.Folder, token);
            },
            CostStudy.Build));
        return command;
    }
}

/// <summary>The settings of a run of the gateway-cost lab.</summary>
/// <param name="Duration">The duration of one trial.</param>
/// <param name="WarmUp">The longest warm-up of each target, at saturation, before the first trial.</param>
/// <param name="OpenRate">Requests per second of the open loop.</param>
/// <param name="Command">The command line that repeats the run.</param>
internal sealed record CostRequest(
    IReadOnlyList<CostTarget> Targets, int Rounds, TimeSpan Duration, TimeSpan WarmUp, double OpenRate, string Command);
