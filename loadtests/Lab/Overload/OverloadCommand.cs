namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary><c>overload</c>: how the system behaves under a load above its capacity.</summary>
internal sealed class OverloadCommand(string project, TimeProvider time)
{
    private const int MaxLimit = 10_000;

    private readonly Option<bool> _full = new("--full")
    {
        Description = "Loads as long as the goals require: the step lasts 60 s instead of 20 s.",
    };

    private readonly ListOption _shedding = new(
        "--shedding", "The gateway's modes of load shedding", OverloadLab.SheddingModes, OverloadLab.SheddingModes);

    private readonly ListOption _shapes = new(
        "--shape", "The shapes of the load above the capacity", OverloadLab.ShapeNames, OverloadLab.DefaultShapes);

    private readonly Option<double?> _capacity = new("--capacity")
    {
        Description = "The capacity in requests per second; loads are multiples of it. Without it the lab searches for it.",
        Validators = { NumberOption.Range(1.0, 10_000) },
    };

    private readonly Option<double> _objective = NumberOption.Create<double>(
        "--slo", "The objective for the latency of an answer, in ms: slower answers are not goodput.", 500, 10, 60_000);

    private readonly Option<int?> _limit = new("--fixed-limit")
    {
        Description = "Requests in flight with --shedding fixed; without it as many as the capacity serves in half of --slo.",
        Validators = { NumberOption.Range(1, MaxLimit) },
    };

    private readonly Option<int> _connections = NumberOption.Create(
        "--connections", "Connections of Delivery to the database, which limit the throughput; with 1000 the CPU limits it.",
        OverloadLab.Connections, 1, MaxLimit);

    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly StudyRunner _runner = new(OverloadLab.Name, time);

    public static Command Create(string project, TimeProvider time)
    {
        var options = new OverloadCommand(project, time);
        var command = options._runner.CreateCommand(
            "Offers up to four times the system's capacity, with and without load shedding: goodput, latency of accepted "
            + "requests, and the time until the system is back to normal. About six minutes.",
            options._full, options._shedding, options._shapes, options._capacity, options._objective, options._limit,
            options._connections, options._profile);
        command.SetAction((arguments, token) => options._runner.RunAsync(arguments, async session => await LabSession.StudyAsync(
            await options.MeasureAsync(arguments, session, token), OverloadStudy.ReadAsync, token)));
        return command;
    }

    private async Task<SuiteOutcome> MeasureAsync(
        ParseResult arguments, LabSession session, CancellationToken cancellationToken)
    {
        var request = Read(arguments);
        var profile = SimulationProfile.Load(arguments.GetRequiredValue(_profile));
        var first = request.Setting(OverloadLab.None, capacity: null).Scenario;
        await using var target = await ScenarioTarget.StartAsync(
            first, profile, session.Folder, sendsTelemetry: true, session.Say, time, cancellationToken);
        var suite = new OverloadSuite(
            target, (setting, token) => target.UseAsync(setting.Scenario, token), request, session.Say, time);
        return await suite.RunAsync(session.Folder, cancellationToken);
    }

    private OverloadRequest Read(ParseResult arguments)
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
            CommandLine.FromArguments(project, arguments));
    }
}
