using DroneDelivery.LoadTests.Lab.Seeding;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>seed</c>: fills a running emulator, or an Azure Cosmos DB account, with the sample data.</summary>
internal static class SeedCommand
{
    private const string DefaultConnection = $"AccountEndpoint=http://127.0.0.1:8081/;AccountKey={SystemAddresses.EmulatorKey}";

    public static Command Create(TimeProvider time)
    {
        var cosmos = new Option<string>("--cosmos")
        {
            Description = "Connection string of the account. Default: the emulator on port 8081.",
            DefaultValueFactory = _ => DefaultConnection,
        };
        var sdk = new Option<bool>("--sdk") { Description = "Writes through the SDK also to an emulator, instead of by import." };
        var command = new ToolCommand(
            "seed",
            "Fills the containers with the sample data. On Azure it creates each deliveries container with 54,000 RU/s, for nine "
            + $"physical partitions; Delivery's --throughput lowers that. {ExitCode.Help()}") { cosmos, sdk };
        command.SetAction((arguments, token) =>
            RunAsync(arguments.GetRequiredValue(cosmos), arguments.GetValue(sdk), time, token));
        return command;
    }

    private static async Task RunAsync(
        string connectionString, bool useSdk, TimeProvider time, CancellationToken cancellationToken)
    {
        using var client = CreateClient(connectionString);
        try
        {
            using var emulator = new EmulatorAdmin(client.Endpoint);
            if (!useSdk && await emulator.IsThereAsync(cancellationToken))
            {
                await EmulatorSeeder.SeedAsync(
                    emulator, new World(), TuningScenario.DefaultPartitions, Console.WriteLine, time, cancellationToken);
                return;
            }

            await new CosmosSeeder(client, Console.WriteLine).SeedAsync(new World(), cancellationToken);
        }
        catch (Exception exception) when (exception is CosmosException or HttpRequestException)
        {
            throw new LabException($"The account at {client.Endpoint} could not be seeded: {exception.Message}", exception);
        }
    }

    private static CosmosClient CreateClient(string connectionString)
    {
        try
        {
            return CosmosSeeder.CreateClient(connectionString);
        }
        catch (Exception exception) when (exception is ArgumentException or FormatException)
        {
            throw new LabException(
                $"--cosmos needs a connection string of the form AccountEndpoint=…;AccountKey=… ({exception.Message})",
                exception);
        }
    }
}
