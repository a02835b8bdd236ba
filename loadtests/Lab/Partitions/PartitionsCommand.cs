namespace DroneDelivery.LoadTests.Lab.Partitions;

/// <summary><c>partitions</c>: compares three ways of querying as the number of physical partitions grows.</summary>
internal static class PartitionsCommand
{
    public static Command Create(LoadEngine engine, TimeProvider time)
    {
        const string Partitions = "--partitions";
        var length = new StudyLength("each cell", PartitionsLab.Quick, PartitionsLab.Full);
        var partitions = new Option<int[]>(Partitions)
        {
            Description = $"Numbers of physical partitions, {DeliveryFlag.PartitionCounts} each.",
            DefaultValueFactory = _ => [.. PartitionsLab.Counts],
            AllowMultipleArgumentsPerToken = true,
            Validators =
            {
                OptionValidator.ForWords(words => words.Select(word => DeliveryFlag.Partitions(word, Partitions)).ToList()),
            },
        };
        var profile = SystemOptions.Profile();
        var runner = new StudyRunner(PartitionsLab.Name, time);
        var command = runner.CreateCommand(
            "Queries 5, 9, 20 and 50 physical partitions serially, in parallel and by partition key. Prints predicted and "
            + "measured calls, RU and latency. About six minutes.",
            partitions, length.Full, length.Seconds, profile).NeedsClone();
        command.SetAction((arguments, token) => runner.RunAsync(arguments, async lab =>
        {
            var cells =
                from count in arguments.GetRequiredValue(partitions)
                from way in PartitionsLab.Ways
                select new PartitionsCell(way, count).Scenario;
            var settings = new LabSettings(
                [.. cells], SimulationProfile.Load(arguments.GetRequiredValue(profile)), length.Read(arguments),
                CommandLine.FromArguments(arguments), engine)
            {
                Lab = PartitionsLab.Name,
                LoadShape = (load, duration) => TuningLoad.Constant(PartitionsLab.Users, load, duration),
                LoadText = duration => $"{PartitionsLab.Users} users for {duration.TotalSeconds:0.#} s",
            };
            return await LabSession.StudyAsync(
                await new ScenarioSuite(settings, lab.Folder, time).RunAsync(lab.Progress, token),
                PartitionsStudy.ReadAsync, token);
        }));
        return command;
    }
}
