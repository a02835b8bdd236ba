namespace DroneDelivery.LoadTests.Lab.Tuning;

/// <summary>The options of a lab that can run on an account on Azure.</summary>
internal sealed class AccountOptions
{
    private readonly Option<string?> _cosmos = new("--cosmos")
    {
        Description = "Runs on this Cosmos DB account on Azure, which seed filled, in place of the emulator. It costs money. The "
            + "connection string, or with --cosmos-identity the endpoint.",
    };

    private readonly Option<bool> _identity = FlagOption.Create(
        "--cosmos-identity", "With --cosmos: a Microsoft Entra identity in place of a key; az changes the throughput.");

    private readonly Option<string> _mode = Choice.CreateOption(
        "--cosmos-mode", "With --cosmos: how Delivery calls it, gateway or direct; direct without calls, RU and partitions.",
        "gateway", "direct");

    private readonly Option<string?> _emulatorRuns = TextOption.Create(
        "--emulator-runs", "FOLDER",
        "With --cosmos: a folder with the same tests on the emulator, which the table shows too. Default: the last with the same "
        + "load.");

    private readonly Option<bool> _yes = FlagOption.Create("--yes", "With --cosmos: agrees to the cost without a question.");

    public IReadOnlyList<Option> All => [_cosmos, _identity, _mode, _emulatorRuns, _yes];

    /// <summary>Null for the emulator.</summary>
    /// <exception cref="FormatException">--cosmos is no account, or it is missing.</exception>
    public AccountSettings? Read(CommandResult line)
    {
        line.RefuseIf(!line.Has(_cosmos), _cosmos.Name, _identity, _mode, _emulatorRuns, _yes);
        if (line.GetValue(_cosmos) is not { } cosmos)
        {
            return null;
        }

        var connection = new AccountConnection(cosmos, line.GetValue(_identity));
        connection.CreateClient().Dispose();
        return new AccountSettings(
            connection, line.GetRequiredValue(_mode), line.GetValue(_emulatorRuns), line.GetValue(_yes),
            Console.IsInputRedirected ? null : Console.ReadLine, Console.Error.WriteLine,
            AzureCli.NameOn(OperatingSystem.IsWindows()));
    }
}
