namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Options of every command that starts the system.</summary>
internal static class SystemOptions
{
    public static Option<string> Profile() => new Option<string>("--profile")
    {
        Description = $"The simulated latencies and think time: {string.Join(" or ", SimulationProfile.Names)}.",
        DefaultValueFactory = _ => SimulationProfile.Default,
    }.AllowOnly(SimulationProfile.Names);

    /// <summary>Null keeps the number of the test.</summary>
    public static Option<int?> Partitions() => new("--partitions")
    {
        Description = $"Physical partitions of the container, {DeliveryFlag.PartitionCounts}. "
            + $"Default: {TuningScenario.DefaultPartitions}.",
        HelpName = "N",
        Validators = { OptionValidator.ForWord(DeliveryFlag.Partitions) },
    };

    public static PortOption Live() => new("--live", "Serves a live page during the run", LiveServer.DefaultPort);

    public static Option<string> Runs(string description) =>
        new("--runs") { Description = description, DefaultValueFactory = _ => RunFolders.Default, HelpName = "FOLDER" };
}
