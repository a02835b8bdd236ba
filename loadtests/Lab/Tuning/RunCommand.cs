namespace DroneDelivery.LoadTests.Lab.Tuning;

/// <summary><c>run</c>: runs one test, with changed flags or with a planted fault.</summary>
public static class RunCommand
{
    /// <inheritdoc cref="TuningCommand.Create"/>
    public static Command Create(LoadEngine engine, TimeProvider time, LoadEngine? comparedWith = null)
    {
        var name = new Argument<string?>("TEST")
        {
            Description = "The test to start from. Optional with --fault: each fault has a default test.",
            Arity = ArgumentArity.ZeroOrOne,
        }.AllowOnly(TuningLab.Scenarios.Select(scenario => scenario.Name));
        var throughput = new Option<int?>("--throughput")
        {
            Description = $"RU/s provisioned on the container: {DeliveryFlag.Throughputs}.",
            HelpName = "RU/s",
            Validators = { OptionValidator.ForWord(DeliveryFlag.Throughput) },
        };
        var maxConcurrency = new Option<int?>("--max-concurrency")
        {
            Description =
                $"Partitions queried at once, {DeliveryFlag.Concurrencies}: 0 or 1 one after another, -1 as the SDK decides.",
            HelpName = "N",
            Validators = { OptionValidator.ForWord(DeliveryFlag.MaxConcurrency) },
        };
        var partitionKey = new Option<string?>("--partition-key")
        {
            Description = $"The container to query: {string.Join(" or ", TuningScenario.PartitionKeys)}.",
        }.AllowOnly(TuningScenario.PartitionKeys);
        var partitions = SystemOptions.Partitions();
        var fault = new Option<string?>("--fault") { Description = $"What to break: {FaultCatalog.NamesInWords}." }
            .AllowOnly(FaultCatalog.Names);

        var options = new TuningOptions(comparedWith);
        var runner = new StudyRunner(TuningLab.Name, time) { CommandName = "run" };
        var command = runner.CreateCommand(
            "Runs one of the tuning tests, with its flags changed if you like.",
            [name, throughput, maxConcurrency, partitionKey, partitions, fault, .. options.All]).NeedsClone();
        command.Run(Read, (scenario, arguments, token) => TuningCommand.RunAsync(
            runner, arguments, options.Read(arguments, [scenario], engine), time, token));
        return command;

        TuningScenario Read(CommandResult line)
        {
            var scenario = Choose(line.GetValue(name), line.GetValue(fault));
            var changed = DeliveryFlag.Checked(scenario with
            {
                Throughput = line.GetValue(throughput) ?? scenario.Throughput,
                MaxConcurrency = line.GetValue(maxConcurrency) ?? scenario.MaxConcurrency,
                PartitionKey = line.GetValue(partitionKey) ?? scenario.PartitionKey,
                Partitions = line.GetValue(partitions) ?? scenario.Partitions,
            });
            // A changed scenario has no published figures to compare with.
            return changed == scenario ? scenario : changed with { Title = $"{scenario.Title}, changed", Published = null };
        }
    }

    private static TuningScenario Choose(string? scenario, string? fault) => (scenario, fault) switch
    {
        (null, { } name) => FaultCatalog.Plant(FaultCatalog.Find(name)),
        ({ } start, { } name) => FaultCatalog.Plant(FaultCatalog.Find(name), TuningLab.Find(start)),
        ({ } start, null) => TuningLab.Find(start),
        _ => throw new FormatException("run needs a test, a --fault, or both."),
    };
}
