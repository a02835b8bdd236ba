namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary><c>overload</c>: how the system behaves under a load above its capacity.</summary>
internal static class OverloadCommand
{
    private const int MaxLimit = 10_000;

    public static Command Create(TimeProvider time)
    {
        var full = FlagOption.Create("--full", "Loads as long as the goals require: the step lasts 60 s instead of 20 s.");
        var shedding = new ListOption(
            "--shedding", "The gateway's modes of load shedding", OverloadLab.SheddingModes, OverloadLab.SheddingModes);
        var shapes = new ListOption(
            "--shape", "The shapes of the load above the capacity", OverloadLab.ShapeNames, OverloadLab.DefaultShapes);
        var capacity = NumberOption.Optional<double>(
            "--capacity", "The capacity in requests per second; loads are multiples of it. Without it the lab searches for it.",
            1, 10_000);
        var objective = NumberOption.Create<double>(
            "--slo", "The objective for the latency of an answer, in ms: slower answers are not goodput.", 500, 10, 60_000);
        var limit = NumberOption.Optional(
            "--fixed-limit",
            "Requests in flight with --shedding fixed; without it as many as the capacity serves in half of --slo.", 1, MaxLimit);
        var connections = NumberOption.Create(
            "--connections", "Connections of Delivery to the database, which limit the throughput; with 1000 the CPU limits it.",
            OverloadLab.Connections, 1, MaxLimit);
        var profile = SystemOptions.Profile();
        var runner = new StudyRunner(OverloadLab.Name, time);
        var command = runner.CreateCommand(
            "Offers up to four times the system's capacity, with and without load shedding. Prints goodput, latency of accepted "
            + "requests, and the time until the system is back to normal. About six minutes.",
            full, shedding, shapes, capacity, objective, limit, connections, profile).NeedsClone();
        command.RefuseWrongUsage(line =>
        {
            if (shapes.Read(line).Contains(CrashLab.Name) && line.GetValue(connections) < CrashLab.Deliveries)
            {
                throw new FormatException(
                    $"--connections must be at least {CrashLab.Deliveries} with --shape {CrashLab.Name}: one for each Delivery.");
            }
        });
        command.SetAction((arguments, token) => runner.RunAsync(arguments, async session =>
        {
            var (isFull, names) = (arguments.GetValue(full), shapes.Read(arguments));
            var request = new OverloadRequest(
                TimeSpan.FromMilliseconds(arguments.GetValue(objective)),
                shedding.Read(arguments),
                [.. OverloadLab.Shapes(isFull).Where(shape => names.Contains(shape.Name))],
                names.Contains(MetastableLab.Name) ? MetastableLab.Shape(isFull) : null,
                arguments.GetValue(capacity), arguments.GetValue(limit), arguments.GetValue(connections),
                CommandLine.FromArguments(arguments))
            {
                Crash = names.Contains(CrashLab.Name) ? CrashLab.Shape : null,
            };
            var outcome = await MeasureAsync(
                request, SimulationProfile.Load(arguments.GetRequiredValue(profile)), session, time, token);
            return await LabSession.StudyAsync(outcome, OverloadStudy.ReadAsync, token);
        }));
        return command;
    }

    private static async Task<SuiteOutcome> MeasureAsync(
        OverloadRequest request, SimulationProfile profile, LabSession session, TimeProvider time,
        CancellationToken cancellationToken)
    {
        var first = request.Setting(OverloadLab.None, capacity: null, deliveries: 1).Scenario;
        await using var target = await ScenarioTarget.StartAsync(
            first, profile, session.Folder, sendsTelemetry: true, session.Say, time, cancellationToken);
        var suite = new OverloadSuite(
            target, (setting, token) => target.UseAsync(setting.Scenario, token), request, session.Say, time);
        return await suite.RunAsync(session.Folder, cancellationToken);
    }
}
