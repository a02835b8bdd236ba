using System.Text.Json;
using Azure.Core;
using DroneDelivery.DroneDatabase.Account;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.SampleData;
using DroneDelivery.TestSupport;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.Lab.Tests.Seeding;

/// <summary>Seeding through the SDK with a token, for which Cosmos DB refuses to create anything.</summary>
public sealed class CosmosSeederTests : IAsyncLifetime
{
    private readonly DirectoryInfo _logs = Directory.CreateTempSubdirectory();
    private readonly Uri _endpoint = SystemAddresses.Loopback(FreePorts.Find(1)[0]);
    private readonly HttpClient _http = new();
    private ServiceProcess? _emulator;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _emulator = ServiceProcess.Start(
            BuiltService.Emulator,
            ["--port", $"{_endpoint.Port}", "--auth", "aad"],
            new Dictionary<string, string>(),
            _logs.FullName,
            TimeProvider.System);
        using var admin = new EmulatorAdmin(_endpoint);
        await _emulator.WaitUntilReadyAsync(_http, admin.Health, Cancelled);
    }

    public async ValueTask DisposeAsync()
    {
        await (_emulator?.DisposeAsync() ?? ValueTask.CompletedTask);
        _http.Dispose();
        _logs.Delete(recursive: true);
    }

    [Fact]
    public async Task Seed_WithAToken_FillsContainersThatExist()
    {
        using var admin = new EmulatorAdmin(_endpoint);
        foreach (var container in new[] { DroneContainers.ByDeliveryId, DroneContainers.ByOwnerId, DroneContainers.Summaries })
        {
            await admin.FillAsync(
                DroneContainers.Database, container.Id, container.PartitionKeyPath, 1, 100_000, (_, _) => Task.CompletedTask, Cancelled);
        }

        using var client = CreateClient();
        var said = new List<string>();
        var world = new World(owners: 1, months: 1);
        await new CosmosSeeder(client, creates: false, said.Add).SeedAsync(world, Cancelled);

        var state = JsonElement.Parse(await _http.GetStringAsync(new Uri(_endpoint, "_emulator/state"), Cancelled));
        Assert.Equal("{}", state.GetProperty("managementCalls").GetRawText());
        Assert.Contains($"deliveriesByOwnerId: {world.CountDeliveries():N0} documents", said);
    }

    [Fact]
    public async Task Seed_WithATokenAndWithoutContainers_FailsAndCreatesNone()
    {
        using var client = CreateClient();

        var failure = await Assert.ThrowsAsync<CosmosException>(
            () => new CosmosSeeder(client, creates: false, _ => { }).SeedAsync(new World(owners: 1, months: 1), Cancelled));

        var state = JsonElement.Parse(await _http.GetStringAsync(new Uri(_endpoint, "_emulator/state"), Cancelled));
        Assert.Equal(System.Net.HttpStatusCode.NotFound, failure.StatusCode);
        Assert.Equal("{}", state.GetProperty("managementCalls").GetRawText());
    }

    private CosmosClient CreateClient()
    {
        var expires = TimeProvider.System.GetUtcNow().AddHours(1);
        var token = new AccessToken(AccessTokens.Create(SystemAddresses.EmulatorKey, "https://127.0.0.1", expires), expires);
        return new CosmosClient(
            _endpoint.ToString(),
            DelegatedTokenCredential.Create((_, _) => token),
            new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway, LimitToEndpoint = true });
    }
}
