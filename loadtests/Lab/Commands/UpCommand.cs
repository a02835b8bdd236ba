namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>up</c>: runs the system and its live page until Ctrl+C. The page can change the load and the flags.</summary>
internal static class UpCommand
{
    private const int DefaultUsers = 20;

    public static Command Create(TimeProvider time)
    {
        var scenario = new Argument<string>("TEST")
        {
            Description = "The test whose flags the services start with.",
            DefaultValueFactory = _ => TuningLab.Baseline.Name,
        }.AllowOnly(TuningLab.Scenarios.Select(known => known.Name));
        var users = NumberOption.Create("--users", "Users at the start.", DefaultUsers, 0, LiveLoadSource.MaxUsers);
        var port = NumberOption.Create(
            "--port", "Port of the live page; 0 for any free port.", LiveServer.DefaultPort, 0, PortOption.HighestPort);
        var profile = SystemOptions.Profile();
        var partitions = SystemOptions.Partitions();
        var runs = SystemOptions.Runs("The folder in which a folder for the logs of the processes is created.");

        var command = new ToolCommand(
            "up",
            "Starts the system with users and a live page to change its flags on, until Ctrl+C. "
            + $"Exit codes: {ExitCode.Done} stopped by it, {ExitCode.CouldNotBeDone} it could not be done, "
            + $"{ExitCode.WrongUsage} wrong command line.") { scenario, users, partitions, port, profile, runs }.NeedsClone();
        command.Run(
            line => Scenario(line.GetRequiredValue(scenario), line.GetValue(partitions)),
            (started, arguments, token) => RunAsync(
                new LiveStart(
                    started,
                    SimulationProfile.Load(arguments.GetRequiredValue(profile)),
                    arguments.GetValue(users),
                    arguments.GetValue(port),
                    arguments.GetRequiredValue(runs)),
                time,
                token));
        return command;
    }

    private static TuningScenario Scenario(string name, int? partitions) =>
        TuningLab.Find(name) is var scenario && partitions is { } count
        ? DeliveryFlag.Checked(scenario with { Partitions = count })
        : scenario;

    private static async Task<int> RunAsync(LiveStart start, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            await using var live = await LiveSystem.StartAsync(start, Console.WriteLine, time, cancellationToken);
            Console.WriteLine(string.Join(Environment.NewLine, live.AddressLines.Append("Ctrl+C stops everything.")));
            await live.WaitAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            Console.WriteLine("Stopped.");
        }

        return 0;
    }
}
