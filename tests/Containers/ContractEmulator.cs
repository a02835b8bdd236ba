using DotNet.Testcontainers.Containers;
using DroneDelivery.Containers.Tests;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Tests.Contract;

[assembly: AssemblyFixture(typeof(ContractEmulator))]

namespace DroneDelivery.Containers.Tests;

/// <summary>
/// Runs the tests of the Cosmos DB protocol against the emulator's image, unless
/// <see cref="ContractDatabase.ConnectionVariable"/> names another account.
/// </summary>
public sealed class ContractEmulator : IAsyncLifetime
{
    private readonly IContainer _container = ProgramContainer
        .Create(ImageNames.Emulator, "--host", "0.0.0.0", "--partitions", "9")
        .ReadyAt(8081, "/health")
        .Build();

    public async ValueTask InitializeAsync()
    {
        if (!string.IsNullOrEmpty(Environment.GetEnvironmentVariable(ContractDatabase.ConnectionVariable)))
        {
            return;
        }

        await _container.StartAsync(TestContext.Current.CancellationToken);
        var endpoint = $"http://{_container.Hostname}:{_container.GetMappedPublicPort(8081)}/";
        Environment.SetEnvironmentVariable(
            ContractDatabase.ConnectionVariable, $"AccountEndpoint={endpoint};AccountKey={EmulatorOptions.WellKnownKey};");
    }

    public ValueTask DisposeAsync() => _container.DisposeAsync();
}
