namespace DroneDelivery.LoadTests.Lab.Partitions;

/// <summary><c>partitions</c>: compares three ways of querying as the number of physical partitions grows.</summary>
internal sealed class PartitionsCommand(LoadEngine engine, string project, TimeProvider time)
{
    private readonly StudyLength _length = new("each cell", PartitionsLab.Quick, PartitionsLab.Full);
    private readonly Option<int[]> _partitions = new("--partitions")
    {
        Description = $"Numbers of physical partitions, {DeliveryFlag.PartitionCounts} each.",
        DefaultValueFactory = _ => [.. PartitionsLab.Counts],
        AllowMultipleArgumentsPerToken = true,
    };

    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly StudyRunner _runner = new(PartitionsLab.Name, time);

    public static Command Create(LoadEngine engine, string project, TimeProvider time)
    {
        var options = new PartitionsCommand(engine, project, time);
        var command = options._runner.CreateCommand(
            "Queries 5, 9, 20 and 50 physical partitions serially, in parallel and by partition key: predicted and measured "
            + "calls, RU and latency. About six minutes.",
            options._partitions, options._length.Full, options._length.Seconds, options._profile);
        options._partitions.Validators.Add(OptionValidator.ForWords(
            words => words.Select(word => DeliveryFlag.Partitions(word, options._partitions.Name)).ToList()));
        command.SetAction((arguments, token) => options._runner.RunAsync(arguments, async lab => await LabSession.StudyAsync(
            await new ScenarioSuite(options.Read(arguments), lab.Folder, time).RunAsync(lab.Progress, token),
            PartitionsStudy.ReadAsync,
            token)));
        return command;
    }

    private LabSettings Read(ParseResult arguments) => new(
        [
            .. from count in arguments.GetRequiredValue(_partitions)
               from way in PartitionsLab.Ways
               select new PartitionsCell(way, count).Scenario,
        ],
        SimulationProfile.Load(arguments.GetRequiredValue(_profile)),
        _length.Read(arguments),
        CommandLine.FromArguments(project, arguments),
        engine)
    {
        Lab = PartitionsLab.Name,
        LoadShape = (profile, duration) => TuningLoad.Constant(PartitionsLab.Users, profile, duration),
        LoadText = duration => $"{PartitionsLab.Users} users for {duration.TotalSeconds:0.#} s",
    };
}
