namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>One side of a comparison: a test, unchanged or with changed flags.</summary>
/// <param name="Name">The text on the command line.</param>
internal sealed record Variant(string Name, TuningScenario Scenario)
{
    private const string Throughput = "throughput";
    private const string MaxConcurrency = "max-concurrency";
    private const string PartitionKey = "partition-key";
    private const string Partitions = "partitions";
    private const string Fault = "fault";

    /// <param name="text">
    /// A test, flags to change, or both, for example <c>baseline</c>, <c>throughput=1200</c>, <c>more-ru max-concurrency=-1</c>;
    /// commas may replace spaces.
    /// </param>
    /// <param name="basis">The test to start from if the text has none.</param>
    /// <exception cref="FormatException">The text is not a variant; the message says what is allowed.</exception>
    public static Variant Parse(string text, TuningScenario? basis = null)
    {
        var words = text.Split([' ', ','], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var named = words.Length > 0 && !words[0].Contains('=', StringComparison.Ordinal);
        var scenario = named ? Find(words[0]) : basis ?? throw new FormatException($"'{text}' names no test. Tests: {Tests}.");
        var changed = DeliveryFlag.Checked(words.Skip(named ? 1 : 0).Aggregate(scenario, Change));
        return new Variant(
            string.Join(" ", words),
            changed == scenario ? scenario : changed with { Title = $"{scenario.Name}, changed", Published = null });
    }

    private static string Tests => string.Join(", ", TuningLab.Scenarios.Select(scenario => scenario.Name));

    private static TuningScenario Find(string name)
    {
        try
        {
            return FaultCatalog.ScenarioOf(name);
        }
        catch (ArgumentException)
        {
            var folder = Directory.Exists(name) ? " It is a folder: compare run folders with --a and --b." : "";
            var similar = Suggestion.For(name, Tests.Split(", "));
            throw new FormatException($"There is no test '{name}'.{similar} Tests: {Tests}.{folder}");
        }
    }

    private static TuningScenario Change(TuningScenario scenario, string change) => change.Split('=') switch
    {
        [Throughput, var value] => scenario with { Throughput = DeliveryFlag.Throughput(value, Throughput) },
        [MaxConcurrency, var value] => scenario with { MaxConcurrency = DeliveryFlag.MaxConcurrency(value, MaxConcurrency) },
        [Partitions, var value] => scenario with { Partitions = DeliveryFlag.Partitions(value, Partitions) },
        [PartitionKey, var value] when TuningScenario.PartitionKeys.Contains(value) => scenario with { PartitionKey = value },
        [PartitionKey, var value] => throw new FormatException(
            $"In '{change}' the value must be one of {string.Join(", ", TuningScenario.PartitionKeys)}."
            + Suggestion.For(value, TuningScenario.PartitionKeys)),
        [Fault, var value] when FaultCatalog.Names.Contains(value) => FaultCatalog.Plant(FaultCatalog.Find(value), scenario),
        [Fault, var value] => throw new FormatException(
            $"In '{change}' the value must be one of {FaultCatalog.NamesInWords}.{Suggestion.For(value, FaultCatalog.Names)}"),
        _ => throw new FormatException(
            $"'{change}' is no flag with a value. Flags: {Throughput}=RU/s, {MaxConcurrency}=N, "
            + $"{PartitionKey}=NAME, {Partitions}=N, {Fault}=NAME."),
    };
}
