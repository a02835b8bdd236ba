namespace DroneDelivery.LoadTests.Lab.ScaleOut;

/// <summary><c>scale-out</c>: more and more instances of Delivery behind the gateway.</summary>
internal static class ScaleOutCommand
{
    private const string Cpu = "cpu";
    private const double QuickSeconds = 4;
    private const double FullSeconds = 10;
    private const int QuickRepeats = 3;
    private const int FullRepeats = 5;

    public static Command Create(TimeProvider time)
    {
        string[] numbers = [.. Enumerable.Range(1, ScaleOutLab.MaxInstances).Select(number => $"{number}")];
        var instances = new ListOption("--instances", "Numbers of Deliveries; one is always measured", numbers, numbers[..4]);
        var full = FlagOption.Create("--full", $"{FullRepeats} rounds, {FullSeconds:0} s for each trial.");
        var repeats = NumberOption.Optional(
            "--repeats", $"Rounds; each measures every number once. Default: {QuickRepeats}, with --full {FullRepeats}.", 1, 100);
        var seconds = NumberOption.Optional<double>(
            "--seconds", $"Seconds of each trial. Default: {QuickSeconds:0}, with --full {FullSeconds:0}.", 1, 600);
        var warmUp = NumberOption.Create<double>(
            "--warm-up", "Longest warm-up without a limit, in seconds; it ends when requests stop becoming cheaper.",
            60, 1, 600);
        var limit = Choice.CreateOption(
            "--limit",
            "How each Delivery is limited: by a CPU quota, if the system grants it, or by its connections to the database.",
            Cpu, "connections");
        var cores = NumberOption.Create("--cores", "CPU of each Delivery, in cores.", ScaleOutLab.DefaultCores, 0.02, 1);
        var profile = SystemOptions.Profile();
        var runner = new StudyRunner(ScaleOutLab.Name, time);
        var command = runner.CreateCommand(
            "Predicts and measures the throughput of several instances of Delivery behind the gateway. One is also measured "
            + "directly, and each number with few request units and with one hot owner. About eight minutes.",
            instances, full, repeats, seconds, warmUp, limit, cores, profile).NeedsClone();
        command.RefuseWrongUsage(result => result.RefuseIf(result.GetValue(limit) != Cpu, $"--limit {Cpu}", cores));
        command.SetAction((arguments, token) => runner.RecordAsync(
            arguments,
            session =>
            {
                var isFull = arguments.GetValue(full);
                var request = new ScaleOutRequest(
                    [.. instances.Read(arguments).Select(int.Parse).Append(1).Distinct().Order()],
                    arguments.GetValue(repeats) ?? (isFull ? FullRepeats : QuickRepeats),
                    arguments.GetValue(seconds) ?? (isFull ? FullSeconds : QuickSeconds),
                    arguments.GetValue(warmUp),
                    arguments.GetValue(limit) == Cpu ? arguments.GetValue(cores) : null,
                    SimulationProfile.Load(arguments.GetRequiredValue(profile)),
                    CommandLine.FromArguments(arguments));
                return new ScaleOutRun(request, session.Say, time).RunAsync(session.Folder, token);
            },
            ScaleOutStudy.Build));
        return command;
    }
}
