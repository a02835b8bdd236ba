using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Options;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.LoadTests.Scenarios;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary><c>overload</c>: what becomes of a system that is asked for more than it can take.</summary>
internal sealed class OverloadCommand
{
    private const int MostLimit = 10_000;

    private readonly Option<bool> _full = new("--full")
    {
        Description = "As long as the goals ask for: the step lasts 60 s, not 20.",
    };

    private readonly ListOption _shedding = new(
        "--shedding", "How the gateway sheds load, one after another", OverloadLab.SheddingModes, OverloadLab.SheddingModes);

    private readonly ListOption _shapes = new(
        "--shape", "How the load goes beyond the capacity", OverloadLab.ShapeNames, OverloadLab.UsualShapes);

    private readonly Option<double?> _capacity = new("--capacity")
    {
        Description = "Requests per second that the system can take, which loads are multiples of. Without it they are searched.",
    };

    private readonly Option<double> _objective = NumberOption.Create(
        "--slo", "What an answer has to stay within to be a good one, in ms.", 500, 10, 60_000);

    private readonly Option<int?> _limit = new("--fixed-limit")
    {
        Description = "Requests in flight that --shedding fixed allows; without it what the capacity works off in half of --slo.",
    };

    private readonly Option<int> _connections = new("--connections")
    {
        Description = "Connections of Delivery to the database, which are what holds the system back: with 1000 it is the CPU.",
        DefaultValueFactory = _ => OverloadLab.Connections,
    };

    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly StudyRunner _runner;

    private OverloadCommand(TimeProvider time) => _runner = new StudyRunner(OverloadLab.Name, time);

    public static Command Create(string project, TimeProvider time)
    {
        var options = new OverloadCommand(time);
        var command = new ToolCommand(
            OverloadLab.Name,
            "Asks the system for up to four times what it can take, with and without load shedding: goodput, latency of the "
            + "accepted, and the time until it is back to normal. About six minutes. "
            + ExitCode.Help())
        {
            options._full, options._shedding, options._shapes, options._capacity, options._objective, options._limit,
            options._connections, options._profile,
        };
        options._runner.AddOptions(command);
        options._capacity.Validators.Add(NumberOption.Range(1.0, 10_000));
        options._limit.Validators.Add(NumberOption.Range(1, MostLimit));
        options._connections.Validators.Add(NumberOption.Range(1, MostLimit));
        command.SetAction((arguments, token) => options._runner.RecordAsync(
            arguments,
            session => options.MeasureAsync(arguments, CommandLine.FromArguments(project, arguments), session, time, token),
            OverloadStudy.Build));
        return command;
    }

    private async Task<OverloadRecord> MeasureAsync(
        ParseResult arguments, string command, LabSession session, TimeProvider time, CancellationToken cancellationToken)
    {
        var request = Read(arguments, command);
        var profile = SimulationProfile.Load(arguments.GetRequiredValue(_profile));
        var first = request.Setting(OverloadLab.None, capacity: null).Scenario;
        await using var target = await ScenarioTarget.StartSystemAsync(
            first, profile, session.Folder, session.Say, time, cancellationToken);
        var suite = new OverloadSuite(
            target, (setting, token) => target.UseAsync(setting.Scenario, token), request, session.Say, time);
        return await suite.RunAsync(cancellationToken);
    }

    private OverloadRequest Read(ParseResult arguments, string command)
    {
        var (full, names) = (arguments.GetValue(_full), _shapes.Read(arguments));
        return new OverloadRequest(
            TimeSpan.FromMilliseconds(arguments.GetValue(_objective)),
            _shedding.Read(arguments),
            [.. OverloadLab.Shapes(full).Where(shape => names.Contains(shape.Name))],
            names.Contains(MetastableLab.Name) ? MetastableLab.Shape(full) : null,
            arguments.GetValue(_capacity),
            arguments.GetValue(_limit),
            arguments.GetValue(_connections),
            command);
    }
}
