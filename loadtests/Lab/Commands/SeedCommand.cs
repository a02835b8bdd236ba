using Microsoft.Azure.Cosmos;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>seed</c>: fills a running emulator, or an Azure Cosmos DB account, with the sample data.</summary>
internal static class SeedCommand
{
    private const string DefaultConnection = $"AccountEndpoint=http://127.0.0.1:8081/;AccountKey={SystemAddresses.EmulatorKey}";

    public static Command Create(TimeProvider time)
    {
        var cosmos = new Option<string?>("--cosmos")
        {
            Description = "Connection string of the account. Default: the emulator on port 8081.",
        };
        var identity = FlagOption.Create(
            "--cosmos-identity",
            "Uses a Microsoft Entra identity; --cosmos is then the account's endpoint, and its containers exist.");
        var sdk = FlagOption.Create("--sdk", "Writes through the SDK also to an emulator, instead of by import.");
        var command = new ToolCommand(
            "seed",
            "Fills the containers with the sample data. On Azure it creates each deliveries container with 54,000 RU/s, for nine "
            + $"physical partitions; it prints costs and how to lower them. {ExitCode.Help()}") { cosmos, identity, sdk };
        command.Run(
            line => new AccountConnection(line.GetValue(cosmos) ?? DefaultConnection, line.GetValue(identity)).CreateClient(),
            (client, arguments, token) => RunAsync(client, arguments.GetValue(identity), arguments.GetValue(sdk), time, token));
        return command;
    }

    private static async Task<int> RunAsync(
        CosmosClient account, bool useIdentity, bool useSdk, TimeProvider time, CancellationToken cancellationToken)
    {
        using var client = account;
        try
        {
            using var emulator = new EmulatorAdmin(client.Endpoint);
            await (!useSdk && !useIdentity && await emulator.IsThereAsync(cancellationToken)
                ? EmulatorSeeder.SeedAsync(
                    emulator, new World(), TuningScenario.DefaultPartitions, Console.WriteLine, time, cancellationToken)
                : new CosmosSeeder(client, creates: !useIdentity, Console.WriteLine).SeedAsync(new World(), cancellationToken));
            return ExitCode.Done;
        }
        catch (Exception exception) when (AccountConnection.IsFailure(exception))
        {
            throw new LabException($"The account at {client.Endpoint} could not be seeded: {exception.Message}", exception);
        }
    }
}
