using System.Text.Json;
using Azure.Core;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.SampleData;
using DroneDelivery.TestSupport;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.Lab.Tests.Account;

/// <summary>An emulator on a port of its own, in place of an account on Azure: the lab does not know that it is one.</summary>
internal sealed class AccountEmulator : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-account-");
    private readonly HttpClient _http = new();
    private readonly ServiceProcess _process;

    private AccountEmulator(params string[] flags)
    {
        Endpoint = SystemAddresses.Loopback(FreePorts.Find(1)[0]);
        Admin = new EmulatorAdmin(Endpoint);
        _process = ServiceProcess.Start(
            BuiltService.Emulator,
            ["--port", $"{Endpoint.Port}", .. flags],
            new Dictionary<string, string>(),
            Folder,
            TimeProvider.System);
    }

    public Uri Endpoint { get; }

    public EmulatorAdmin Admin { get; }

    /// <summary>A folder that is deleted at the end.</summary>
    public string Folder => _folder.FullName;

    public string ConnectionString => $"AccountEndpoint={Endpoint};AccountKey={SystemAddresses.EmulatorKey}";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <param name="partitions">Physical partitions of the containers with deliveries, which are empty.</param>
    public static Task<AccountEmulator> StartAsync(int partitions, params string[] flags) =>
        StartAsync(partitions, DroneContainers.All, flags);

    /// <inheritdoc cref="StartAsync(int, string[])"/>
    public static async Task<AccountEmulator> StartAsync(
        int partitions, IEnumerable<DroneContainer> containers, params string[] flags)
    {
        var account = new AccountEmulator(flags);
        try
        {
            await account._process.WaitUntilReadyAsync(account._http, account.Admin.Health, Cancelled);
            foreach (var container in containers)
            {
                var count = container.Partitions > 1 ? partitions : 1;
                await account.Admin.FillAsync(
                    DroneContainers.Database, container.Id, container.PartitionKeyPath, count, count * 6_000,
                    (_, _) => Task.CompletedTask, Cancelled);
            }

            return account;
        }
        catch
        {
            await account.DisposeAsync();
            throw;
        }
    }

    /// <summary>The RU/s of the containers by deliveryId, by ownerId, and with summaries.</summary>
    public async Task<IReadOnlyList<double>> ReadThroughputAsync()
    {
        var state = await Admin.ReadStateAsync(0, Cancelled);
        return [.. DroneContainers.All.Select(each => state.Find(each.Id)!.Throughput)];
    }

    /// <summary>The calls that create, change or delete databases, containers and throughput, as JSON.</summary>
    public async Task<string> ReadManagementCallsAsync()
    {
        var state = await _http.GetStringAsync(new Uri(Endpoint, "_emulator/state"), Cancelled);
        return JsonElement.Parse(state).GetProperty("managementCalls").GetRawText();
    }

    /// <summary>A client with a token, which may read and write data only.</summary>
    public CosmosClient CreateClientWithToken()
    {
        var expires = TimeProvider.System.GetUtcNow().AddHours(1);
        var token = new AccessToken(AccessTokens.Create(SystemAddresses.EmulatorKey, "https://127.0.0.1", expires), expires);
        return new CosmosClient(
            Endpoint.ToString(),
            DelegatedTokenCredential.Create((_, _) => token),
            new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway, LimitToEndpoint = true });
    }

    public async ValueTask DisposeAsync()
    {
        await _process.DisposeAsync();
        Admin.Dispose();
        _http.Dispose();
        _folder.Delete(recursive: true);
    }
}
